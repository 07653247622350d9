import { css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { text } from '#texts/lists.ts';
import { PortalElement, sheet } from '../portal-element.ts';
import '../elements/portal-error.ts';
import type { PagedList } from './paged-list.ts';

/** How far above the end of the list the next page is read. */
const AHEAD = '800px';

/**
 * The end of a list: reads the next page as one scrolls near it, has a button for it, and shows why it could not be read.
 *
 * @fires more when the next page is wanted
 */
@customElement('portal-list-end')
export class PortalListEnd extends PortalElement {
  static override styles = [
    sheet,
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
  @property({}) state!: PagedList<unknown>['state'];
  @property({ attribute: false }) error: unknown;
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
