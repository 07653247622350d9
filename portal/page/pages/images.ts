import type { ImageRecord } from '@styling/client';
import { css, html } from 'lit';
import { customElement } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { text } from '#texts/images.ts';
import { sheet } from '../portal-element.ts';
import '../elements/portal-empty.ts';
import type { PortalImageTile } from '../images/image-tile.ts';
import '../images/image-tile.ts';
import { byDay, dayHeading } from '../lists/by-day.ts';
import '../lists/list-end.ts';
import { PagedList } from '../lists/paged-list.ts';
import { PortalPage } from '../portal-page.ts';

const PAGE = 40;
/** Places that are shown while the first page is read. */
const PLACES = 8;

/** All images of the user, newest first, by the day on which they were made. */
@customElement('portal-images')
export class PortalImages extends PortalPage {
  static override styles = [
    sheet,
    css`
      section {
        display: grid;
        gap: var(--space-3);
      }
      h2 {
        color: var(--muted);
        font-size: var(--text-2);
        font-weight: 500;
        letter-spacing: 0;
      }
      .pictures {
        --row: 260px;
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-2) var(--space-3);
      }
      .pictures::after {
        flex: 1000 0 0;
        content: '';
      }
      .place {
        width: 195px;
        height: 260px;
        border-radius: var(--radius-card);
        background: var(--line);
      }
      @media (max-width: 639px) {
        .pictures {
          --row: 150px;
        }
        .place {
          width: 112px;
          height: 150px;
        }
      }
    `,
  ];
  readonly #list = new PagedList<ImageRecord>(this, async (cursor, signal) => {
    const query = { limit: PAGE, ...(cursor !== undefined && { cursor }) };
    const { images, next_cursor } = await this.portal.client.call('listImages', { query }, { signal });
    return { items: images, nextCursor: next_cursor };
  });

  override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('portal')) void this.#list.restart();
  }

  override render() {
    return html`<div class="page">
      <div class="head"><h1>${text.title}</h1></div>
      ${this.#renderImages()}
    </div>`;
  }

  #renderImages() {
    const { items, state, error } = this.#list;
    if (items.length === 0 && state === 'reading') return renderPlaces();
    if (items.length === 0 && state === 'complete') {
      const { heading, text: sentence, action } = text.empty;
      return html`<portal-empty heading=${heading} text=${sentence}>
        <a class="button primary" href="/portal/">${action}</a>
      </portal-empty>`;
    }
    const now = new Date();
    return html`
      ${byDay(items, ({ created_at }) => created_at).map(
        ({ day, items: images }) => html`<section>
          <h2>${dayHeading(day, now)}</h2>
          <div class="pictures">${this.#renderTiles(images)}</div>
        </section>`,
      )}
      <portal-list-end .state=${state} .error=${error} @more=${() => this.#list.more()}></portal-list-end>
    `;
  }

  #renderTiles(images: readonly ImageRecord[]) {
    return repeat(
      images,
      ({ image_id }) => image_id,
      (image) => html`<portal-image-tile
        .image=${image}
        .portal=${this.portal}
        @kept=${({ detail }: CustomEvent<ImageRecord>) => this.#replace(detail)}
        @deleted=${() => this.#remove(image)}
      ></portal-image-tile>`,
    );
  }

  #replace(kept: ImageRecord): void {
    this.#list.change((images) => images.map((image) => (image.image_id === kept.image_id ? kept : image)));
  }

  /** The focus goes to what is in its place then. */
  async #remove(removed: ImageRecord): Promise<void> {
    const place = this.#list.items.indexOf(removed);
    this.#list.change((images) => images.filter((image) => image !== removed));
    await this.updateComplete;
    const tiles = [...this.renderRoot.querySelectorAll<PortalImageTile>('portal-image-tile')];
    (tiles[place] ?? tiles.at(-1) ?? this.renderRoot.querySelector<HTMLElement>('portal-empty a'))?.focus();
  }
}

const renderPlaces = () =>
  html`<div class="pictures" role="status" aria-label=${text.reading}>${Array.from({ length: PLACES }, () => html`<div class="place"></div>`)}</div>`;
