import { LitElement } from 'lit';
import type { Portal } from './portal.ts';

/**
 * A page of the portal. The frame creates the element of the route, sets `portal` and `params`, and removes it when another page
 * is shown: `signal` is aborted then.
 */
export abstract class PortalPage extends LitElement {
  static override properties = { portal: { attribute: false }, params: { attribute: false } };
  declare portal: Portal;
  /** Parts of the path, e.g. `{ id }` of `/images/:id`, and the parameters of the query. */
  declare params: Readonly<Record<string, string>>;
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
