import { css, html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { text } from '#texts/studio.ts';
import { base } from '../styles/base.ts';
import { type Abilities, everything } from './abilities.ts';
import { customProperties } from './custom-properties.ts';
import type { Obstacle } from './playground.ts';
import { sendButton } from './send-button.ts';
import { stageStyles } from './stage-styles.ts';
import { StudioElement } from './studio-element.ts';
import type { MadeImage, StudioState } from './studio-state.ts';
import { studioStyles } from './studio-styles.ts';
import '../elements/portal-icon.ts';
import './running-bar.ts';
import './studio-items.ts';
import './studio-refusal.ts';

/**
 * `<studio-analyse>`: the garments in a picture, which is at an address or one of the user's images: the service takes no file here.
 *
 * @fires wear when a garment is to be tried on
 */
export class StudioAnalyse extends StudioElement {
  static override properties = {
    ...StudioElement.properties,
    abilities: { attribute: false },
    missing: { state: true },
    isChoosing: { state: true },
  };
  declare abilities: Abilities;
  declare private missing: Obstacle | undefined;
  declare private isChoosing: boolean;
  static override styles = [
    base,
    studioStyles,
    stageStyles,
    css`
      .or {
        display: grid;
        gap: var(--space-3);
      }
      .or > button {
        justify-self: start;
      }
    `,
  ];

  constructor() {
    super();
    this.abilities = everything;
  }

  #change(subject: StudioState['subject']): void {
    this.playground.apply({ type: 'changed', fields: { subject } });
    if (this.state.runs.analyse.at !== 'running') this.playground.apply({ type: 'dismissed', tab: 'analyse' });
  }

  #send = () => {
    this.missing = this.playground.start('analyse');
  };

  async #choose(): Promise<void> {
    await import('./studio-earlier.ts');
    this.isChoosing = true;
  }

  protected override render() {
    const { playground, abilities, state } = this;
    const run = state.runs.analyse;
    return html`<div class="layout">
        <section aria-label=${text.sitter.label}>
          <div class="stage">
            ${this.#picture()}
            ${
              run.at === 'running'
                ? html`<studio-running
                    .job=${run.job}
                    .isCanceling=${run.isCanceling}
                    @cancel=${() => playground.cancel('analyse')}
                  ></studio-running>`
                : nothing
            }
          </div>
        </section>
        <div class="form">
          ${this.#subject()}
          ${sendButton({ label: text.analyse, isRunning: run.at === 'running', abilities, missing: this.missing, send: this.#send })}
          ${
            run.at === 'failed'
              ? html`<studio-refusal
                  .error=${run.error}
                  in-portal
                  @retry=${this.#send}
                  @dismiss=${() => playground.apply({ type: 'dismissed', tab: 'analyse' })}
                ></studio-refusal>`
              : nothing
          }
          ${
            run.at === 'done' && run.outcome.tab === 'analyse'
              ? html`<studio-items .playground=${playground} .items=${run.outcome.items}></studio-items>`
              : nothing
          }
        </div>
      </div>
      ${
        this.isChoosing
          ? html`<studio-earlier
              .client=${playground.client}
              @chosen=${({ detail }: CustomEvent<MadeImage>) => this.#change({ ...detail, kind: 'image' })}
              @close=${() => {
                this.isChoosing = false;
              }}
            ></studio-earlier>`
          : nothing
      }`;
  }

  #picture() {
    const { subject } = this.state;
    if (subject.kind === 'image') {
      return html`<div class="frame">
        <img
          src=${subject.url}
          width=${subject.width}
          height=${subject.height}
          alt=${text.analysis.alt}
          ${customProperties({ '--shape': String(subject.width / subject.height) })}
        />
      </div>`;
    }
    if (subject.address.trim()) return html`<p class="empty muted">${text.analysis.cannotShow}</p>`;
    return html`<div class="empty">
      <h2>${text.analysis.empty}</h2>
      <p class="muted">${text.analysis.emptyText}</p>
    </div>`;
  }

  #subject() {
    const { subject } = this.state;
    const own = html`<button type="button" @click=${this.#choose}>
      <portal-icon name="images"></portal-icon>${subject.kind === 'image' ? text.analysis.change : text.analysis.own}
    </button>`;
    const address = subject.kind === 'address' ? subject.address : '';
    return html`<div class="or">
      <label class="field">
        ${text.analysis.address}
        <input
          type="url"
          inputmode="url"
          placeholder=${text.garments.addressPlaceholder}
          aria-invalid=${this.missing === 'subject'}
          .value=${live(address)}
          @input=${({ target }: Event) => this.#change({ kind: 'address', address: (target as HTMLInputElement).value })}
          @keydown=${(event: KeyboardEvent) => event.key === 'Enter' && this.#send()}
        />
        <span class="small muted">${text.analysis.addressHint}</span>
      </label>
      ${own}
    </div>`;
  }
}

customElements.define('studio-analyse', StudioAnalyse);
