import { property } from 'lit/decorators.js';
import { PortalElement } from '../portal-element.ts';
import type { Playground } from './playground.ts';
import type { StudioState } from './studio-state.ts';

/** A part of a studio: it shows the state of its playground, and is drawn again when that changes. */
export abstract class StudioElement extends PortalElement {
  @property({ attribute: false }) playground!: Playground;
  #watched: Playground | undefined;
  #draw = () => this.requestUpdate();

  /** As it is now. */
  protected get state(): StudioState {
    return this.playground.state;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#watch(this.playground);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#watch(undefined);
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has('playground')) this.#watch(this.playground);
  }

  #watch(playground: Playground | undefined): void {
    if (this.#watched === playground) return;
    this.#watched?.removeEventListener('change', this.#draw);
    playground?.addEventListener('change', this.#draw);
    this.#watched = playground;
  }
}
