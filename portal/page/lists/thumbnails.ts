import type { ImageRecord } from '@styling/client';
import { html } from 'lit';
import type { IconName } from '../elements/icon-shapes.ts';
import type { PortalPage } from '../portal-page.ts';

const PAGE = 100;
/** Images that are read for one look at most: who keeps more sees no thumbnail beside the oldest rows. */
const MOST_READ = 500;

/** The picture at the beginning of a row, or what the row is about where there is none; on a phone as high as two lines. */
export const thumbnail = (image: ImageRecord | undefined, icon: IconName) => html`<span
  class="grid h-[50px] w-10 place-items-center overflow-hidden rounded-control bg-ink/5 text-muted max-sm:row-[1/3]"
>
  ${
    image
      ? html`<img class="h-[50px] w-10 object-cover object-top" src=${image.image_url} width="40" height="50" alt="" loading="lazy" decoding="async" />`
      : html`<portal-icon name=${icon}></portal-icon>`
  }
</span>`;

/**
 * The images of a list's rows. The list of images is read, page by page until it is older than the rows, as one request for each image would
 * fail for those that have expired.
 */
export class Thumbnails {
  readonly #page: PortalPage;
  /** Images by id; null: it is not kept any more, or was not found. */
  readonly #images = new Map<string, ImageRecord | null>();
  #reading = false;

  constructor(page: PortalPage) {
    this.#page = page;
  }

  /** The image, if it is known to be kept. */
  of(imageId: string | undefined): ImageRecord | undefined {
    return (imageId && this.#images.get(imageId)) || undefined;
  }

  /**
   * Reads images that are not known yet; the page is drawn again with them.
   *
   * @param rows the image that each may show, and a time before that was made, ISO 8601
   */
  async want(rows: readonly { readonly imageId: string | undefined; readonly after: string }[]): Promise<void> {
    const missing = rows.filter(({ imageId }) => imageId !== undefined && !this.#images.has(imageId));
    if (this.#reading || missing.length === 0) return;
    this.#reading = true;
    const left = new Set(missing.map(({ imageId }) => imageId as string));
    const oldest = missing.map(({ after }) => after).sort()[0] ?? '';
    const { portal, signal } = this.#page;
    try {
      let read = 0;
      for await (const image of portal.client.images.list({ pageSize: PAGE, signal })) {
        this.#images.set(image.image_id, image);
        left.delete(image.image_id);
        if (left.size === 0 || image.created_at < oldest || ++read >= MOST_READ) break;
      }
      for (const id of left) this.#images.set(id, null);
      this.#page.requestUpdate();
    } catch {
      // The rows do without: what cannot be read is reported for the list itself.
    } finally {
      this.#reading = false;
    }
  }
}
