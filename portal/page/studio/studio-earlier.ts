import type { Client, ImageRecord } from '@styling/client';
import { css, html } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { text } from '#texts/studio.ts';
import { locale } from '../elements/locale.ts';
import type { PortalDialog } from '../elements/portal-dialog.ts';
import { PortalElement, sheet } from '../portal-element.ts';
import { toImage } from './run-order.ts';
import type { MadeImage } from './studio-state.ts';
import '../elements/portal-dialog.ts';
import '../elements/portal-empty.ts';
import '../elements/portal-error.ts';
import '../elements/portal-skeleton.ts';

const PAGE = 24;

/**
 * `<studio-earlier .client=${client}>`: a dialog to choose an image that was made before.
 *
 * @fires chosen with the image
 * @fires close when it was closed, by whatever
 */
@customElement('studio-earlier')
export class StudioEarlier extends PortalElement {
  @property({ attribute: false }) client!: Client;
  /** undefined: the first ones are being read. */
  @state() private images?: readonly ImageRecord[] | undefined;
  @state() private isAll!: boolean;
  @state() private error: unknown;
  #shown = new AbortController();
  #next: AsyncIterator<ImageRecord> | undefined;
  static override styles = [
    sheet,
    css`
      ul {
        display: grid;
        gap: var(--space-2);
        grid-template-columns: repeat(auto-fill, minmax(96px, 1fr));
      }
      li button {
        display: block;
        width: 100%;
        height: auto;
        min-height: 0;
        padding: 0;
        overflow: hidden;
      }
      img {
        width: 100%;
        aspect-ratio: 4 / 5;
        object-fit: cover;
        object-position: top;
      }
      .more {
        margin-top: var(--space-4);
        text-align: center;
      }
    `,
  ];

  protected override firstUpdated(): void {
    this.renderRoot.querySelector<PortalDialog>('portal-dialog')?.show();
    this.#read();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#shown.abort();
  }

  async #read(): Promise<void> {
    this.error = undefined;
    const { signal } = this.#shown;
    try {
      this.#next ??= this.client.images.list({ pageSize: PAGE, signal })[Symbol.asyncIterator]();
      const read: ImageRecord[] = [];
      while (read.length < PAGE) {
        const { value, done } = await this.#next.next();
        this.isAll = done === true;
        if (done) break;
        read.push(value);
      }
      this.images = [...(this.images ?? []), ...read];
    } catch (error) {
      this.#next = undefined;
      this.images = undefined;
      if (!signal.aborted) this.error = error;
    }
  }

  #choose(record: ImageRecord): void {
    const detail = toImage(record, text.earlier.alt);
    this.dispatchEvent(new CustomEvent<MadeImage>('chosen', { detail }));
    this.renderRoot.querySelector<PortalDialog>('portal-dialog')?.close();
  }

  #content() {
    if (this.error !== undefined) return html`<portal-error .error=${this.error} @retry=${this.#read}></portal-error>`;
    if (!this.images) return html`<portal-skeleton lines="4"></portal-skeleton>`;
    if (this.images.length === 0) {
      return html`<portal-empty heading=${text.earlier.empty} text=${text.earlier.emptyText}></portal-empty>`;
    }
    const format = new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' });
    return html`<ul>
        ${this.images.map((record) => {
          const made = format.format(new Date(record.created_at));
          return html`<li>
            <button type="button" title=${made} aria-label=${text.earlier.choose(made)} @click=${() => this.#choose(record)}>
              <img src=${record.image_url} alt="" loading="lazy" width="96" height="120" />
            </button>
          </li>`;
        })}
      </ul>
      ${this.isAll ? '' : html`<p class="more"><button type="button" @click=${this.#read}>${text.earlier.more}</button></p>`}`;
  }

  protected override render() {
    return html`<portal-dialog heading=${text.earlier.heading} @close=${() => this.dispatchEvent(new Event('close'))}>
      ${this.#content()}
    </portal-dialog>`;
  }
}
