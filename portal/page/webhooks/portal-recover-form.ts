import { html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { text } from '#texts/webhook.ts';
import { PortalElement } from '../portal-element.ts';
import { fromLocalField, toLocalField } from './local-time.ts';
import '../elements/portal-error.ts';

/** How long events are kept. */
const KEPT_MS = 30 * 86_400_000;

/** `<portal-recover-form .since=${time} .recover=${recover}>`: since when what a webhook missed is sent. */
@customElement('portal-recover-form')
export class PortalRecoverForm extends PortalElement {
  /** The time that is proposed. */
  @property({ attribute: false }) since!: Date;
  @property({ attribute: false }) recover!: (since: Date) => Promise<void>;
  @state() private error: unknown;
  @state() private isWrong!: boolean;
  @state() private isBusy!: boolean;

  async #submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const given = new FormData(event.currentTarget as HTMLFormElement).get('since');
    const since = fromLocalField(String(given));
    this.error = undefined;
    this.isWrong = since === undefined || since.getTime() > Date.now();
    if (!since || this.isWrong) {
      this.renderRoot.querySelector('input')?.focus();
      return;
    }
    this.isBusy = true;
    try {
      await this.recover(since);
    } catch (error) {
      this.error = error;
    } finally {
      this.isBusy = false;
    }
  }

  protected override render() {
    const { about, since, notATime, action } = text.recoverForm;
    const field = (time: Date) => toLocalField(time, time.getTimezoneOffset());
    return html`<form class="stack" novalidate @submit=${this.#submit}>
      <p>${about}</p>
      <label class="field">
        ${since}
        <input
          type="datetime-local"
          name="since"
          min=${field(new Date(Date.now() - KEPT_MS))}
          max=${field(new Date())}
          aria-invalid=${this.isWrong ? 'true' : nothing}
          aria-describedby=${this.isWrong ? 'wrong' : nothing}
          .value=${field(this.since)}
        />
        ${this.isWrong ? html`<span id="wrong" class="small">${notATime}</span>` : nothing}
      </label>
      ${this.error === undefined ? nothing : html`<portal-error .error=${this.error}></portal-error>`}
      <div class="row"><button class="primary" ?disabled=${this.isBusy}>${action}</button></div>
    </form>`;
  }
}
