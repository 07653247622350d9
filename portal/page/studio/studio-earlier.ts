import type { Client, ImageRecord } from '@styling/client';
import { html } from 'lit';
import { customElement, property, query } from 'lit/decorators.js';
import { text } from '#texts/studio.ts';
import { locale } from '../elements/locale.ts';
import type { PortalDialog } from '../elements/portal-dialog.ts';
import { PagedList } from '../lists/paged-list.ts';
import { renderList } from '../lists/render-list.ts';
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

  #renderImages(images: readonly ImageRecord[]) {
    const format = new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' });
    const look = 'block w-full *:aspect-4/5 *:w-full';
    return html`<ul class="grid grid-cols-[repeat(auto-fill,minmax(96px,1fr))] gap-2">
      ${images.map((record) => {
        const title = format.format(new Date(record.created_at));
        const [label, choose] = [text.earlier.choose(title), () => this.#choose(record)];
        return html`<li>${pictureButton({ src: record.image_url, width: 96, height: 120, label, title, look, choose })}</li>`;
      })}
    </ul>`;
  }

  protected override render() {
    const close = () => this.dispatchEvent(new Event('close'));
    const place = html`<portal-skeleton lines="4"></portal-skeleton>`;
    const empty = html`<portal-empty heading=${text.earlier.empty} text=${text.earlier.emptyText}></portal-empty>`;
    return html`<portal-dialog heading=${text.sitter.earlier} @close=${close}>
      ${renderList(this.#images, place, empty, (images) => this.#renderImages(images))}
    </portal-dialog>`;
  }
}
