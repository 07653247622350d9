import type { Client } from '@styling/client';
import { html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { text } from '#texts/studio.ts';
import { choice, typed } from '../studio/controls.ts';
import { Playground } from '../studio/playground.ts';
import { StudioTab } from '../studio/studio-tab.ts';
import '../studio/studio-garments.ts';

const MODES = ['model_shot', 'reference_environment'] as const;
const VARIANTS = [1, 2, 3, 4];

/**
 * `<styling-try-on .client=${client}>`: dresses a person, from the photograph to the picture. It needs the client of `@styling/client`
 * and the tokens of the portal's style sheet as custom properties. What belongs beside its button goes into the slot `beside`.
 *
 * @fires ended after a request, however it ended: what is left of the day has changed
 */
@customElement('styling-try-on')
export class StylingTryOn extends StudioTab {
  /** Creates a playground of its own, where none is given. */
  @property({ attribute: false }) client?: Client | undefined;
  @state() private said = '';
  protected override readonly tab = 'try-on';

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has('client') && this.client) {
      const announce = (words: string) => {
        this.said = words;
      };
      const onEnd = () => this.dispatchEvent(new Event('ended'));
      this.playground = new Playground({ client: this.client, announce, onEnd, isResumed: false });
    }
    super.willUpdate(changed);
  }

  protected override send(): void {
    super.send();
    if (this.missing?.startsWith('garment')) this.renderRoot.querySelector<HTMLElement>('studio-garments')?.focus();
  }

  protected override render() {
    if (!this.playground) return nothing;
    const { playground, abilities, state } = this;
    return this.layout(
      html`<section aria-labelledby="garments">
          <h2 id="garments" class="mb-2 text-2">${text.garments.heading}</h2>
          <studio-garments .playground=${playground} .abilities=${abilities} @send=${this.send}></studio-garments>
        </section>
        ${choice(text.mode.label, MODES, state.mode, (mode) => playground.change({ mode }), {
          label: (mode) => text.mode[mode],
          title: (mode) => text.mode.about[mode],
        })}
        ${this.#more()} ${this.sendButton(text.dress)}`,
      html`<p class="sr-only" role="status">${this.said}</p>`,
    );
  }

  /** What few need, folded away. */
  #more() {
    const { playground, state } = this;
    const { variants, seed, isKept } = state;
    const choose = (chosen: number) => playground.change({ variants: chosen });
    const keep = ({ target }: Event) => playground.change({ isKept: (target as HTMLInputElement).checked });
    const seedField = html`<label class="field">
      ${text.more.seed}
      <input type="text" inputmode="numeric" .value=${live(seed)}
        @input=${typed((number) => playground.change({ seed: number }))} />
      <span class="small muted">${text.more.seedHint}</span>
    </label>`;
    return html`<details>
      <summary class="min-h-8 w-fit cursor-pointer content-center text-muted">${text.more.heading}</summary>
      <div class="stack pt-3">
        <div>
          ${choice(text.more.variants, VARIANTS, variants, choose, { legendClass: '' })}
          ${variants > 1 ? html`<p class="small muted">${text.more.counts(variants)}</p>` : nothing}
        </div>
        ${this.abilities.seed ? seedField : nothing}
        <label class="grid grid-cols-[auto_1fr] items-center gap-x-2">
          <input type="checkbox" .checked=${live(isKept)} @change=${keep} />
          ${text.more.keep}
          <span class="small muted col-start-2 font-normal">${text.more.keepHint}</span>
        </label>
      </div>
    </details>`;
  }
}
