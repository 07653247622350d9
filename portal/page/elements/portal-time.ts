import { html, LitElement, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { locale } from './locale.ts';
import { relativeTime } from './relative-time.ts';

const TICK_MS = 15_000;

/** `<portal-time datetime="2026-01-02T03:04:05Z" relative>`: a time in the reader's zone, with UTC on hover. */
@customElement('portal-time')
export class PortalTime extends LitElement {
  @property() datetime!: string;
  /** Whether it is shown as a distance from now, which is kept up to date. */
  @property({ type: Boolean }) relative!: boolean;
  #tick: ReturnType<typeof setInterval> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#tick = setInterval(() => this.relative && this.requestUpdate(), TICK_MS);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#tick);
  }

  protected override render() {
    const time = new Date(this.datetime);
    if (Number.isNaN(time.getTime())) return nothing;
    const here = new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }).format(time);
    const utc = `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
    const words = this.relative ? relativeTime(time.getTime() - Date.now(), locale()) : here;
    return html`<time datetime=${this.datetime} title=${this.relative ? `${here} (${utc})` : utc}>${words}</time>`;
  }
}
