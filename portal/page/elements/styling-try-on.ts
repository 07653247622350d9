import type { Client } from '@styling/client';
import { html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { text } from '#texts/studio.ts';
import { sheet } from '../portal-element.ts';
import { type Abilities, everything } from '../studio/abilities.ts';
import { type Obstacle, Playground } from '../studio/playground.ts';
import { segmented } from '../studio/segmented.ts';
import { sendButton } from '../studio/send-button.ts';
import { StudioElement } from '../studio/studio-element.ts';
import type { StudioState } from '../studio/studio-state.ts';
import { studioStyles } from '../studio/studio-styles.ts';
import '../studio/studio-garments.ts';
import '../studio/studio-more.ts';
import '../studio/studio-stage.ts';

const MODES = ['model_shot', 'reference_environment'] as const;

/**
 * `<styling-try-on .client=${client}>`: dresses a person, from the photograph to the picture. It needs the client of `@styling/client`
 * and the tokens of the portal's style sheet as custom properties. What belongs beside its button goes into the slot `beside`.
 *
 * @fires ended after a request, however it ended: what is left of the day has changed
 */
@customElement('styling-try-on')
export class StylingTryOn extends StudioElement {
  /** Creates a playground of its own, where none is given. */
  @property({ attribute: false }) client?: Client | undefined;
  @property({ attribute: false }) abilities: Abilities = everything;
  /** Whether it is in the portal, where there are pages to link to, and images of the user. */
  @property({ type: Boolean, attribute: 'in-portal' }) inPortal!: boolean;
  @state() private missing?: Obstacle | undefined;
  @state() private said = '';
  static override styles = [sheet, studioStyles];

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has('client') && this.client) {
      this.playground = new Playground({
        client: this.client,
        announce: (words) => {
          this.said = words;
        },
        onEnd: () => this.dispatchEvent(new Event('ended')),
        isResumed: false,
      });
    }
    super.willUpdate(this.client ? new Map([...changed, ['playground', undefined]]) : changed);
  }

  #send = () => {
    this.missing = this.playground.start('try-on');
    if (!this.missing) this.renderRoot.querySelector('studio-stage')?.scrollIntoView({ block: 'nearest' });
    else if (this.missing.startsWith('garment')) this.renderRoot.querySelector<HTMLElement>('studio-garments')?.focus();
  };

  #change(fields: Partial<Pick<StudioState, 'mode'>>): void {
    this.playground.apply({ type: 'changed', fields });
  }

  protected override render() {
    if (!this.playground) return nothing;
    const { playground, abilities, state } = this;
    const isRunning = state.runs['try-on'].at === 'running';
    return html`<div class="layout">
      <studio-stage tab="try-on" .playground=${playground} ?in-portal=${this.inPortal}></studio-stage>
      <div class="form">
        <section aria-labelledby="garments">
          <h2 id="garments">${text.garments.heading}</h2>
          <studio-garments .playground=${playground} .abilities=${abilities} @send=${this.#send}></studio-garments>
        </section>
        <fieldset>
          <legend>${text.mode.label}</legend>
          ${segmented(
            'mode',
            MODES.map((value) => ({ value, label: text.mode[value], title: text.mode.about[value] })),
            state.mode,
            (mode) => this.#change({ mode }),
          )}
        </fieldset>
        <studio-more .playground=${playground} .hasSeed=${abilities.seed}></studio-more>
        ${sendButton({ label: text.dress, isRunning, abilities, missing: this.missing, send: this.#send })}
      </div>
      <p class="sr-only" role="status">${this.said}</p>
    </div>`;
  }
}
