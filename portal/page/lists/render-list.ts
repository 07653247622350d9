import { html } from 'lit';
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
  const end = html`<portal-list-end class="min-h-18 py-4" .list=${list} state=${state}></portal-list-end>`;
  return html`${items.length > 0 ? render(items) : ''} ${state === 'complete' ? '' : end}`;
}

/** A list that has nothing, and the way to what will be there. @param all where the list is without the filter that leaves nothing of it */
export function renderEmpty(texts: { readonly heading: string; readonly text: string }, all?: string) {
  const way = html`<a class="button ${all ? '' : 'primary'}" href=${all ?? '/portal/'}>${all ? text.showAll : text.dress}</a>`;
  return html`<portal-empty heading=${texts.heading} text=${texts.text}>${way}</portal-empty>`;
}
