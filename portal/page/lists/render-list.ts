import { html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { text } from '#texts/lists.ts';
import { PortalElement } from '../portal-element.ts';
import type { PagedList } from './paged-list.ts';

/** How far above the end of the list the next page is read. */
const AHEAD = '800px';

/** The end of a list: reads the next page as one scrolls near it, has a button for it, and shows why it could not be read. */
@customElement('portal-list-end')
export class PortalListEnd extends PortalElement {
  @property({ attribute: false }) list!: PagedList<unknown>;
  @property() state!: PagedList<unknown>['state'];
  readonly #more = () => this.list.more();
  readonly #watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && this.#more(), { rootMargin: AHEAD });

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#watch.disconnect();
  }

  override updated(): void {
    // Observed anew, as a page may be too short to push the end away.
    this.#watch.unobserve(this);
    if (this.state === 'more') this.#watch.observe(this);
  }

  override render() {
    if (this.state === 'failed') {
      return html`<portal-error .error=${this.list.error} @retry=${this.#more}></portal-error>`;
    }
    if (this.state === 'complete') return nothing;
    const isReading = this.state === 'reading';
    return html`<button type="button" class="quiet mx-auto flex" aria-disabled=${isReading} @click=${this.#more}>
      ${isReading ? text.reading : text.more}
    </button>`;
  }
}

/**
 * What is shown of a list that is read page by page.
 *
 * @param place of the first page, while that is read
 * @param empty in place of a list that has nothing
 */
export function renderList<Item>(
  list: PagedList<Item>,
  place: unknown,
  empty: unknown,
  render: (items: readonly Item[]) => unknown,
) {
  const { items, state } = list;
  if (items.length === 0 && state === 'reading') return place;
  if (items.length === 0 && state === 'complete') return empty;
  return html`${items.length > 0 ? render(items) : ''}
    <portal-list-end class="min-h-18 py-4" .list=${list} state=${state}></portal-list-end>`;
}

type EmptyTexts = { readonly heading: string; readonly text: string };

const emptyList = ({ heading, text: meaning }: EmptyTexts, look: string, href: string, action: string) =>
  html`<portal-empty heading=${heading} text=${meaning}><a class="button ${look}" href=${href}>${action}</a></portal-empty>`;

/** A list that has nothing yet: what will be there, and the way to it. */
export const renderEmpty = (texts: EmptyTexts) => emptyList(texts, 'primary', '/portal/', text.dress);

/** A list of which a filter leaves nothing. @param all where it is without the filter */
export const renderNoneOf = (texts: EmptyTexts, all: string) => emptyList(texts, '', all, text.showAll);
