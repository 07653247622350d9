import { html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { text } from '#texts/studio.ts';
import { type Abilities, everything } from './abilities.ts';
import type { Tab } from './order.ts';
import type { Missing } from './order-of.ts';
import { StudioElement } from './studio-element.ts';
import './studio-stage.ts';

/**
 * A tab of the studio: the picture, and a form that is sent by its one button. What belongs beside that goes into the slot `beside`.
 *
 * @fires wear when something that was found is to be tried on
 */
export abstract class StudioTab extends StudioElement {
  @property({ attribute: false }) abilities: Abilities = everything;
  /** What kept the last order from being sent. */
  @state() protected missing?: Missing | undefined;
  protected abstract readonly tab: Tab;

  protected send(): void {
    this.missing = this.playground.start(this.tab);
    if (!this.missing) this.renderRoot.querySelector('studio-stage')?.scrollIntoView({ block: 'nearest' });
  }

  protected wear(words: string): void {
    this.playground.apply({ type: 'garments_replaced', text: words });
    this.dispatchEvent(new Event('wear', { bubbles: true }));
  }

  /** The picture beside the form where there is room; in one column the parts of the form follow it. */
  protected layout(form: unknown, below: unknown = nothing) {
    return html`<div class="flex flex-col gap-6 min-[900px]:grid min-[900px]:grid-cols-[minmax(0,1fr)_360px]
        min-[900px]:items-start min-[900px]:gap-10">
      <studio-stage class="min-w-0" tab=${this.tab} .playground=${this.playground} ?in-portal=${this.inPortal}></studio-stage>
      <div class="contents min-w-0 content-start gap-6 min-[900px]:grid">${form}</div>
      ${below}
    </div>`;
  }

  /** In one column it is always in reach, above the bar of the portal, whose height is in `--bar`. */
  protected sendButton(label: string) {
    const isRunning = this.state.runs[this.tab].at === 'running';
    // Focus stays on a button that is only marked as disabled.
    return html`<div class="grid grid-cols-[1fr_auto] gap-2 max-[900px]:sticky max-[900px]:bottom-(--bar,0px) max-[900px]:z-1
        max-[900px]:-mx-2 max-[900px]:bg-paper max-[900px]:p-2">
      ${this.missing ? html`<p class="col-span-full text-bad" role="alert">${text.missing[this.missing]}</p>` : nothing}
      ${this.abilities.isAvailable ? nothing : html`<p class="col-span-full text-bad">${text.unavailable}</p>`}
      <button type="button" class="primary min-h-12 text-3" aria-disabled=${isRunning}
        @click=${() => isRunning || this.send()}>${label}</button>
      <slot name="beside"></slot>
    </div>`;
  }
}
