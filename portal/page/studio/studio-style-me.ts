import { css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { text } from '#texts/studio.ts';
import { sheet } from '../portal-element.ts';
import { type Abilities, everything } from './abilities.ts';
import type { Obstacle } from './playground.ts';
import { numbers, segmented } from './segmented.ts';
import { sendButton } from './send-button.ts';
import { StudioElement } from './studio-element.ts';
import type { StudioState } from './studio-state.ts';
import { studioStyles } from './studio-styles.ts';
import './studio-outfits.ts';
import './studio-stage.ts';

const MOST_OUTFITS = 4;
const words = text.styleMe;

/**
 * `<studio-style-me>`: outfits that suit a person and an occasion.
 *
 * @fires wear when an outfit is to be tried on
 */
@customElement('studio-style-me')
export class StudioStyleMe extends StudioElement {
  @property({ attribute: false }) abilities: Abilities = everything;
  @state() private missing?: Obstacle | undefined;
  static override styles = [
    sheet,
    studioStyles,
    css`
      studio-outfits {
        grid-column: 1 / -1;
      }
      .optional {
        color: var(--muted);
        font-weight: 400;
      }
      .stack {
        gap: var(--space-2);
      }
    `,
  ];

  #change(fields: Partial<Pick<StudioState, 'occasion' | 'wishes' | 'outfits'>>): void {
    this.playground.apply({ type: 'changed', fields });
  }

  #send = () => {
    this.missing = this.playground.start('style-me');
    if (!this.missing) this.renderRoot.querySelector('studio-stage')?.scrollIntoView({ block: 'nearest' });
  };

  #field(name: 'occasion' | 'wishes', label: string, optional: string, placeholder: string) {
    return html`<label class="field">
      <span>${label} <span class="optional">${optional}</span></span>
      <input
        type="text"
        maxlength="1000"
        placeholder=${placeholder}
        .value=${live(this.state[name])}
        @input=${({ target }: Event) => this.#change({ [name]: (target as HTMLInputElement).value })}
        @keydown=${(event: KeyboardEvent) => event.key === 'Enter' && !event.isComposing && this.#send()}
      />
    </label>`;
  }

  protected override render() {
    const { playground, abilities, state } = this;
    const run = state.runs['style-me'];
    const outcome = run.at === 'done' && run.outcome.tab === 'style-me' ? run.outcome : undefined;
    return html`<div class="layout">
      <studio-stage tab="style-me" .playground=${playground} in-portal></studio-stage>
      <div class="form">
        <div class="stack">
          ${this.#field('occasion', words.occasion, words.occasionOptional, words.occasionPlaceholder)}
          <div class="chips" role="group" aria-label=${words.occasion}>
            ${words.occasions.map(
              (occasion) => html`<button type="button" @click=${() => this.#change({ occasion })}>${occasion}</button>`,
            )}
          </div>
        </div>
        ${this.#field('wishes', words.wishes, words.optional, words.wishesPlaceholder)}
        <fieldset>
          <legend>${words.outfits}</legend>
          ${segmented('outfits', numbers(MOST_OUTFITS), state.outfits, (chosen) => this.#change({ outfits: chosen }))}
        </fieldset>
        ${sendButton({ label: text.style, isRunning: run.at === 'running', abilities, missing: this.missing, send: this.#send })}
      </div>
      ${
        outcome
          ? html`<studio-outfits
              .playground=${playground}
              .outfits=${outcome.outfits}
              .approximations=${outcome.approximations}
            ></studio-outfits>`
          : nothing
      }
    </div>`;
  }
}
