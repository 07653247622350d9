import { html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { text } from '#texts/studio.ts';
import { sheet } from '../portal-element.ts';
import { type Abilities, everything } from './abilities.ts';
import type { Obstacle } from './playground.ts';
import { sendButton } from './send-button.ts';
import { StudioElement } from './studio-element.ts';
import { studioStyles } from './studio-styles.ts';
import './studio-items.ts';
import './studio-stage.ts';

/**
 * `<studio-analyse>`: the garments in a picture.
 *
 * @fires wear when a garment is to be tried on
 */
@customElement('studio-analyse')
export class StudioAnalyse extends StudioElement {
  @property({ attribute: false }) abilities: Abilities = everything;
  @state() private missing?: Obstacle | undefined;
  static override styles = [sheet, studioStyles];

  #send = () => {
    this.missing = this.playground.start('analyse');
  };

  protected override render() {
    const { playground, abilities, state } = this;
    const run = state.runs.analyse;
    return html`<div class="layout">
      <studio-stage tab="analyse" .playground=${playground} in-portal></studio-stage>
      <div class="form">
        <label class="field">
          ${text.analysis.address}
          <input
            type="url"
            inputmode="url"
            placeholder=${text.garments.addressPlaceholder}
            aria-invalid=${this.missing === 'subject'}
            .value=${live(state.link)}
            @input=${({ target }: Event) => {
              const fields = { subject: null, link: (target as HTMLInputElement).value };
              playground.apply({ type: 'changed', fields });
            }}
            @keydown=${(event: KeyboardEvent) => event.key === 'Enter' && this.#send()}
          />
          <span class="small muted">${text.analysis.addressHint}</span>
        </label>
        ${sendButton({ label: text.analyse, isRunning: run.at === 'running', abilities, missing: this.missing, send: this.#send })}
        ${
          run.at === 'done' && run.outcome.tab === 'analyse'
            ? html`<studio-items .playground=${playground} .items=${run.outcome.items}></studio-items>`
            : nothing
        }
      </div>
    </div>`;
  }
}
