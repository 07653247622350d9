import type { ImageRecord } from '@styling/client';
import type { PortalPage } from '../portal-page.ts';

/** A row that may show an image, and a time before that was made, ISO 8601. */
export type PicturedRow = { readonly imageId: string | undefined; readonly after: string };

const PAGE = 100;
/** Pages that are read for one look at most: who keeps thousands of images sees no thumbnail beside the oldest rows. */
const MOST_PAGES = 5;

/**
 * The images of a list's rows. The list of images is read, page by page until it is older than the rows, as one request for each image would
 * fail for those that have expired.
 */
export class Thumbnails {
  readonly #page: PortalPage;
  /** By id; null: it is not kept any more, or was not found. */
  readonly #images = new Map<string, ImageRecord | null>();
  #reading = false;

  constructor(page: PortalPage) {
    this.#page = page;
  }

  /** The image, if it is known to be kept. */
  of(imageId: string | undefined): ImageRecord | undefined {
    return (imageId && this.#images.get(imageId)) || undefined;
  }

  /** Reads images that are not known yet; the page is drawn again with them. */
  async want(rows: readonly PicturedRow[]): Promise<void> {
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
        if (left.size === 0 || image.created_at < oldest || ++read >= PAGE * MOST_PAGES) break;
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
