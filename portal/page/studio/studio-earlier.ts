import type { Client, ImageRecord } from '@styling/client';
import { html, nothing } from 'lit';
import { customElement, property, query } from 'lit/decorators.js';
import { text } from '#texts/studio.ts';
import { locale } from '../elements/locale.ts';
import type { PortalDialog } from '../elements/portal-dialog.ts';
import { PagedList } from '../lists/paged-list.ts';
import { PortalElement } from '../portal-element.ts';
import { pictureButton } from './controls.ts';
import { toImage } from './run-order.ts';
import type { MadeImage } from './studio-state.ts';

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
  @query('portal-dialog') private dialog?: PortalDialog | null;
  #images = new PagedList<ImageRecord>(this, async (cursor, signal) => {
    const query = { limit: PAGE, ...(cursor !== undefined && { cursor }) };
    const { images, next_cursor } = await this.client.call('listImages', { query }, { signal });
    return { items: images, nextCursor: next_cursor };
  });

  protected override firstUpdated(): void {
    this.dialog?.show();
    this.#images.restart();
  }

  #choose(record: ImageRecord): void {
    const detail = toImage(record, text.earlier.alt);
    this.dispatchEvent(new CustomEvent<MadeImage>('chosen', { detail }));
    this.dialog?.close();
  }

  #content() {
    const { items, state } = this.#images;
    if (items.length === 0 && state === 'reading') return html`<portal-skeleton lines="4"></portal-skeleton>`;
    if (items.length === 0 && state === 'complete') {
      return html`<portal-empty heading=${text.earlier.empty} text=${text.earlier.emptyText}></portal-empty>`;
    }
    const format = new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' });
    const look = 'block w-full *:aspect-4/5 *:w-full';
    return html`<ul class="grid grid-cols-[repeat(auto-fill,minmax(96px,1fr))] gap-2">
        ${items.map((record) => {
          const title = format.format(new Date(record.created_at));
          const [label, choose] = [text.earlier.choose(title), () => this.#choose(record)];
          return html`<li>${pictureButton({ src: record.image_url, width: 96, height: 120, label, title, look, choose })}</li>`;
        })}
      </ul>
      ${this.#end()}`;
  }

  #end() {
    const { state, error } = this.#images;
    const more = () => this.#images.more();
    if (state === 'complete') return nothing;
    if (state === 'failed') return html`<portal-error .error=${error} @retry=${more}></portal-error>`;
    return html`<p class="mt-4 text-center"><button type="button" @click=${more}>${text.earlier.more}</button></p>`;
  }

  protected override render() {
    const close = () => this.dispatchEvent(new Event('close'));
    return html`<portal-dialog heading=${text.earlier.heading} @close=${close}>${this.#content()}</portal-dialog>`;
  }
}
