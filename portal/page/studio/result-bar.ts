import { PictureError } from '@styling/client';
import { css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { text } from '#texts/studio.ts';
import { confirm } from '../elements/confirm.ts';
import { sheet } from '../portal-element.ts';
import { downloadImage } from './download-image.ts';
import { StudioElement } from './studio-element.ts';
import type { MadeImage, Outcome } from './studio-state.ts';
import '../elements/portal-error.ts';
import '../elements/portal-icon.ts';

/** More are folded, so that what is below hardly moves on a phone when the picture arrives. */
const SHOWN_APPROXIMATIONS = 2;

/** `<studio-result-bar .outcome=${…}>`: what a picture only approximates, its variants, and what can be done with it. */
@customElement('studio-result-bar')
export class StudioResultBar extends StudioElement {
  @property({ attribute: false }) outcome!: Extract<Outcome, { tab: 'try-on' }>;
  @property({ type: Boolean, attribute: 'in-portal' }) inPortal!: boolean;
  @state() private error: unknown;
  @state() private isLoading!: boolean;
  static override styles = [
    sheet,
    css`
      :host {
        display: grid;
        gap: var(--space-4);
      }
      .row {
        justify-content: space-between;
      }
      .row > div {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-2);
      }
      /* In two lines on a phone: studio-stage keeps as much place for it. */
      @media (max-width: 639px) {
        .row {
          justify-content: start;
          gap: var(--space-2);
        }
        .row > div {
          display: contents;
        }
        .row button {
          gap: var(--space-1);
          padding-inline: var(--space-2);
        }
      }
      .variants {
        display: flex;
        gap: var(--space-2);
      }
      .variants button {
        min-height: 0;
        padding: 0;
        overflow: hidden;
      }
      .variants button[aria-pressed='true'] {
        border-color: var(--ink);
        outline: 2px solid var(--ink);
      }
      .variants img {
        width: 72px;
        height: 90px;
        object-fit: cover;
        object-position: top;
      }
      .approximations,
      ul {
        display: grid;
        gap: var(--space-1);
      }
      .approximations {
        padding-inline-start: var(--space-3);
        border-inline-start: 2px solid var(--warn);
      }
    `,
  ];

  async #try(action: () => Promise<void>): Promise<void> {
    this.error = undefined;
    this.isLoading = true;
    try {
      await action();
    } catch (error) {
      this.error = error;
    } finally {
      this.isLoading = false;
    }
  }

  async #delete({ image_id }: MadeImage): Promise<void> {
    const { heading, text: meaning, action } = text.remove;
    if (!(await confirm(this, { heading, text: meaning, action, isDangerous: true }))) return;
    await this.#try(() => this.playground.delete(image_id));
  }

  protected override render() {
    const { images, chosen } = this.outcome;
    const image = images[chosen];
    if (!image) return nothing;
    const { approximations, isPreview, persistent, seed } = image;
    const facts = [
      ...(isPreview ? [text.result.preview] : []),
      persistent ? text.result.kept : text.result.temporary,
      ...(typeof seed === 'number' ? [text.result.seed(seed)] : []),
    ];
    return html`${images.length > 1 ? this.#variants() : nothing}
      ${approximations.length > 0 ? this.#approximations(approximations) : nothing}
      <div class="row">
        <div>
          <button type="button" @click=${() => this.playground.apply({ type: 'dressed_further', image })}>
            <portal-icon name="plus"></portal-icon>${text.result.further}
          </button>
          ${
            this.inPortal && !persistent
              ? html`<button
                  type="button"
                  ?disabled=${this.isLoading}
                  @click=${() => this.#try(() => this.playground.keep(image.image_id))}
                >
                  <portal-icon name="check"></portal-icon>${text.result.keep}
                </button>`
              : nothing
          }
          <button type="button" ?disabled=${this.isLoading} @click=${() => this.#try(() => downloadImage(this.playground.client, image))}>
            <portal-icon name="download"></portal-icon>${text.result.download}
          </button>
        </div>
        <div>
          <button type="button" class="quiet" @click=${() => this.playground.apply({ type: 'dismissed', tab: 'try-on' })}>
            ${text.result.back}
          </button>
          ${
            this.inPortal
              ? html`<button
            type="button"
            class="quiet icon-only"
            aria-label=${text.result.remove}
            title=${text.result.remove}
            @click=${() => this.#delete(image)}
          >
            <portal-icon name="trash"></portal-icon>
          </button>`
              : nothing
          }
        </div>
      </div>
      <p class="small muted">
        ${facts.join(' ')}
        ${this.inPortal ? html`<a href="/portal/images/${image.image_id}">${text.result.details}</a>` : nothing}
      </p>
      ${this.#problem()}`;
  }

  #problem() {
    if (this.error === undefined) return nothing;
    if (this.error instanceof PictureError) return html`<p role="alert">${text.result.gone}</p>`;
    return html`<portal-error .error=${this.error}></portal-error>`;
  }

  #approximations(codes: readonly string[]) {
    const items = codes.map(
      (code) => html`<li>
        ${text.approximations[code] ?? text.approximation(code)}
        ${text.better[code] ? html`<span class="muted">${text.better[code]}</span>` : nothing}
      </li>`,
    );
    const more = items.slice(SHOWN_APPROXIMATIONS);
    return html`<div class="approximations">
      <ul>
        ${items.slice(0, SHOWN_APPROXIMATIONS)}
      </ul>
      ${
        more.length > 0
          ? html`<details>
              <summary>${text.result.moreApproximations(more.length)}</summary>
              <ul>
                ${more}
              </ul>
            </details>`
          : nothing
      }
    </div>`;
  }

  #variants() {
    const { images, chosen } = this.outcome;
    return html`<div class="variants" role="group" aria-label=${text.result.variants}>
      ${images.map(
        ({ url }, index) => html`<button
          type="button"
          aria-label=${text.result.variant(index + 1)}
          aria-pressed=${index === chosen}
          @click=${() => this.playground.apply({ type: 'variant_chosen', index })}
        >
          <img src=${url} width="72" height="90" alt="" />
        </button>`,
      )}
    </div>`;
  }
}
