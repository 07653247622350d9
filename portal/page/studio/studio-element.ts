import { property } from 'lit/decorators.js';
import { PortalElement } from '../portal-element.ts';
import type { Playground } from './playground.ts';
import type { StudioState } from './studio-state.ts';

/** A part of a studio: it shows the state of its playground, and is drawn again when that changes. */
export abstract class StudioElement extends PortalElement {
  @property({ attribute: false }) playground!: Playground;
  /** Whether it is in the portal, where there are pages to link to, and images of the user. */
  @property({ type: Boolean, attribute: 'in-portal' }) inPortal!: boolean;
  #watching = new AbortController();

  protected get state(): StudioState {
    return this.playground.state;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#watch();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#watching.abort();
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has('playground')) this.#watch();
  }

  #watch(): void {
    this.#watching.abort();
    this.#watching = new AbortController();
    const { signal } = this.#watching;
    this.playground?.addEventListener('change', () => this.requestUpdate(), { signal });
  }
}
