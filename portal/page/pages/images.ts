import type { ImageRecord } from '@styling/client';
import { html } from 'lit';
import { customElement } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { text } from '#texts/images.ts';
import { imageTile } from '../images/image-tile.ts';
import { byDay, dayHeading } from '../lists/by-day.ts';
import { PagedList } from '../lists/paged-list.ts';
import { renderEmpty, renderList } from '../lists/render-list.ts';
import { PortalPage } from '../portal-page.ts';

const PAGE = 40;
/** Places that are shown while the first page is read. */
const PLACES = 8;
/** Rows of pictures; the last is not stretched. */
const ROWS =
  'pictures flex flex-wrap gap-x-3 gap-y-2 [--row:260px] after:flex-[1000_0_0] after:content-[""] max-sm:[--row:150px]';

/** All images of the user, newest first, by the day on which they were made. */
@customElement('portal-images')
export class PortalImages extends PortalPage {
  readonly #list = new PagedList<ImageRecord>(this, async (cursor, signal) => {
    const query = { limit: PAGE, ...(cursor !== undefined && { cursor }) };
    const { images, next_cursor } = await this.portal.client.call('listImages', { query }, { signal });
    return { items: images, nextCursor: next_cursor };
  });

  override willUpdate(): void {
    if (!this.hasUpdated) void this.#list.restart();
  }

  override render() {
    return html`<div class="page">
      <div class="head"><h1>${text.title}</h1></div>
      ${renderList(this.#list, places, renderEmpty(text.empty), (all) => this.#renderDays(all))}
    </div>`;
  }

  #renderDays(all: readonly ImageRecord[]) {
    const now = new Date();
    return byDay(all).map(
      ([day, images]) => html`<section class="grid gap-3">
        <h2 class="text-2 font-medium tracking-normal text-muted">${dayHeading(day, now)}</h2>
        <ul class=${ROWS}>
          ${repeat(
            images,
            ({ image_id }) => image_id,
            (image) =>
              imageTile(this, image, {
                kept: (kept) => this.#list.change((shown) => shown.map((known) => (known === image ? kept : known))),
                deleted: () => this.#remove(image),
              }),
          )}
        </ul>
      </section>`,
    );
  }

  /** The focus goes to what is in its place then. */
  async #remove(removed: ImageRecord): Promise<void> {
    const place = this.#list.items.indexOf(removed);
    this.#list.change((images) => images.filter((image) => image !== removed));
    await this.updateComplete;
    const links = [...this.renderRoot.querySelectorAll<HTMLElement>('.pictures a')];
    (links[place] ?? links.at(-1) ?? this.renderRoot.querySelector<HTMLElement>('portal-empty a'))?.focus();
  }
}

const places = html`<div class=${ROWS} role="status" aria-label=${text.reading}>
  ${Array.from({ length: PLACES }, () => html`<div class="place h-(--row) w-[calc(var(--row)*0.75)] rounded-card bg-line"></div>`)}
</div>`;
