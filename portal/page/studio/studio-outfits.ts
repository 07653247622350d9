import { css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { text } from '#texts/studio.ts';
import { sheet } from '../portal-element.ts';
import { downloadImage } from './download-image.ts';
import { StudioElement } from './studio-element.ts';
import type { MadeImage, SuggestedOutfit } from './studio-state.ts';
import '../elements/portal-icon.ts';

/**
 * `<studio-outfits .outfits=${…}>`: suggested outfits, each with its picture.
 *
 * @fires wear when one is to be tried on: the event goes up to the page
 */
@customElement('studio-outfits')
export class StudioOutfits extends StudioElement {
  @property({ attribute: false }) outfits!: readonly SuggestedOutfit[];
  /** Codes for what of the wishes was not understood. */
  @property({ attribute: false }) approximations!: readonly string[];
  /** A picture could not be fetched. */
  @state() private isGone!: boolean;
  static override styles = [
    sheet,
    css`
      :host {
        display: grid;
        gap: var(--space-4);
      }
      ul {
        display: grid;
        gap: var(--space-5);
        grid-template-columns: repeat(auto-fill, minmax(min(100%, 260px), 1fr));
      }
      li.card {
        display: grid;
        grid-template-rows: auto 1fr auto;
        overflow: hidden;
        padding: 0;
      }
      img,
      .none {
        width: 100%;
        height: auto;
        background: color-mix(in oklab, var(--ink) 4%, var(--surface));
      }
      .none {
        display: grid;
        aspect-ratio: 4 / 5;
        place-content: center;
        padding: var(--space-4);
        text-align: center;
      }
      .about {
        display: grid;
        align-content: start;
        gap: var(--space-2);
        padding: var(--space-4);
      }
      .about ul {
        display: block;
        padding-inline-start: 1.1em;
        list-style: disc;
      }
      .about li {
        display: list-item;
        overflow: visible;
      }
      h3::first-letter {
        text-transform: uppercase;
      }
      .row {
        padding: 0 var(--space-4) var(--space-4);
      }
    `,
  ];

  #wear({ items }: SuggestedOutfit): void {
    this.playground.apply({ type: 'garments_replaced', text: items.join(', ') });
    this.dispatchEvent(new Event('wear', { bubbles: true, composed: true }));
  }

  async #download(image: MadeImage): Promise<void> {
    this.isGone = false;
    try {
      await downloadImage(this.playground.client, image);
    } catch {
      this.isGone = true;
    }
  }

  protected override render() {
    return html`<h2>${text.styleMe.heading}</h2>
      ${this.isGone ? html`<p role="alert">${text.result.gone}</p>` : nothing}
      ${this.approximations.map((code) => html`<p role="status">${text.approximations[code] ?? text.approximation(code)}</p>`)}
      <ul>
        ${this.outfits.map((outfit) => this.#card(outfit))}
      </ul>`;
  }

  #card(outfit: SuggestedOutfit) {
    const { image, style, description, items } = outfit;
    return html`<li class="card">
      ${
        image
          ? html`<img src=${image.url} width=${image.width} height=${image.height} alt=${image.alt} />`
          : html`<p class="none muted">${text.styleMe.noPicture}</p>`
      }
      <div class="about">
        <h3>${style}</h3>
        <p>${description}</p>
        <ul class="muted">
          ${items.map((item) => html`<li>${item}</li>`)}
        </ul>
      </div>
      <div class="row">
        <button type="button" @click=${() => this.#wear(outfit)}>${text.styleMe.wear}</button>
        ${
          image
            ? html`<button
                type="button"
                class="quiet icon-only"
                aria-label=${text.result.download}
                title=${text.result.download}
                @click=${() => this.#download(image)}
              >
                <portal-icon name="download"></portal-icon>
              </button>`
            : nothing
        }
      </div>
    </li>`;
  }
}
