import { css, html, LitElement, nothing } from 'lit';
import { text } from '#texts/lists.ts';
import '../elements/portal-error.ts';
import { base } from '../styles/base.ts';
import type { PagedList } from './paged-list.ts';

/** How far above the end of the list the next page is read. */
const AHEAD = '800px';

/**
 * The end of a list: reads the next page as one scrolls near it, has a button for it, and shows why it could not be read.
 *
 * @fires more when the next page is wanted
 */
export class PortalListEnd extends LitElement {
  static override properties = { state: {}, error: { attribute: false } };
  static override styles = [
    base,
    css`
      :host {
        min-height: 72px;
        padding-block: var(--space-4);
        text-align: center;
      }
      portal-error {
        text-align: start;
      }
    `,
  ];
  declare state: PagedList<unknown>['state'];
  declare error: unknown;
  #watch: IntersectionObserver | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#watch = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) this.#ask();
      },
      { rootMargin: AHEAD },
    );
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#watch?.disconnect();
  }

  override updated(): void {
    // Observed anew, as a page may be too short to push the end away.
    this.#watch?.unobserve(this);
    if (this.state === 'more') this.#watch?.observe(this);
  }

  override render() {
    if (this.state === 'failed') return html`<portal-error .error=${this.error} @retry=${this.#ask}></portal-error>`;
    if (this.state === 'complete') return nothing;
    const isReading = this.state === 'reading';
    return html`<button type="button" class="quiet" aria-disabled=${isReading} @click=${this.#ask}>
      ${isReading ? text.reading : text.more}
    </button>`;
  }

  readonly #ask = (): void => {
    this.dispatchEvent(new Event('more'));
  };
}
customElements.define('portal-list-end', PortalListEnd);
