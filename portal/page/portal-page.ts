import { property } from 'lit/decorators.js';
import type { Portal } from './portal.ts';
import { PortalElement } from './portal-element.ts';

/**
 * A page of the portal. The frame creates the element of the route, sets `portal` and `params`, and removes it when another page
 * is shown: `signal` is aborted then.
 */
export abstract class PortalPage extends PortalElement {
  @property({ attribute: false }) portal!: Portal;
  /** Parts of the path, e.g. `{ id }` of `/images/:id`, and the parameters of the query. */
  @property({ attribute: false }) params!: Readonly<Record<string, string>>;
  #shown = new AbortController();

  /** Aborted when the page is left. */
  get signal(): AbortSignal {
    return this.#shown.signal;
  }

  override connectedCallback(): void {
    if (this.#shown.signal.aborted) this.#shown = new AbortController();
    super.connectedCallback();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#shown.abort();
  }
}
