import { css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { text } from '#texts/studio.ts';
import { sheet } from '../portal-element.ts';
import { numbers, segmented } from './segmented.ts';
import { StudioElement } from './studio-element.ts';
import type { StudioState } from './studio-state.ts';
import { studioStyles } from './studio-styles.ts';

const MOST_VARIANTS = 4;

/** `<studio-more>`: what few need of a try-on, folded away. */
@customElement('studio-more')
export class StudioMore extends StudioElement {
  /** Whether the models take one. */
  @property({ attribute: false }) hasSeed!: boolean;
  static override styles = [
    sheet,
    studioStyles,
    css`
      summary {
        width: fit-content;
        min-height: 32px;
        align-content: center;
        color: var(--muted);
        cursor: pointer;
      }
      .stack {
        padding-top: var(--space-3);
      }
      .check {
        display: grid;
        grid-template-columns: auto 1fr;
        gap: 0 var(--space-2);
        align-items: center;
      }
      .check .small {
        grid-column: 2;
        font-weight: 400;
      }
    `,
  ];

  #change(fields: Partial<Pick<StudioState, 'variants' | 'seed' | 'isKept'>>): void {
    this.playground.apply({ type: 'changed', fields });
  }

  protected override render() {
    const { variants, seed, isKept } = this.state;
    return html`<details>
      <summary>${text.more.heading}</summary>
      <div class="stack">
        <fieldset>
          <legend>${text.more.variants}</legend>
          ${segmented('variants', numbers(MOST_VARIANTS), variants, (chosen) => this.#change({ variants: chosen }))}
          ${variants > 1 ? html`<p class="small muted">${text.more.counts(variants)}</p>` : nothing}
        </fieldset>
        ${
          this.hasSeed
            ? html`<label class="field">
                ${text.more.seed}
                <input
                  type="text"
                  inputmode="numeric"
                  .value=${live(seed)}
                  @input=${({ target }: Event) => this.#change({ seed: (target as HTMLInputElement).value })}
                />
                <span class="small muted">${text.more.seedHint}</span>
              </label>`
            : nothing
        }
        <label class="check">
          <input
            type="checkbox"
            .checked=${live(isKept)}
            @change=${({ target }: Event) => this.#change({ isKept: (target as HTMLInputElement).checked })}
          />
          ${text.more.keep}
          <span class="small muted">${text.more.keepHint}</span>
        </label>
      </div>
    </details>`;
  }
}
