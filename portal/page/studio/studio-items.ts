import type { IdentifiedItem } from '@styling/client';
import { css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { text } from '#texts/studio.ts';
import { sheet } from '../portal-element.ts';
import { StudioElement } from './studio-element.ts';
import '../elements/portal-icon.ts';

/**
 * `<studio-items .items=${…}>`: the garments that were found in a picture.
 *
 * @fires wear when one is to be tried on: the event goes up to the page
 */
@customElement('studio-items')
export class StudioItems extends StudioElement {
  @property({ attribute: false }) items!: readonly IdentifiedItem[];
  static override styles = [
    sheet,
    css`
      :host {
        display: grid;
        gap: var(--space-3);
      }
      .items {
        border-top: 1px solid var(--line);
      }
      .items > li {
        display: grid;
        grid-template-columns: 1fr auto;
        align-items: center;
        gap: var(--space-1) var(--space-3);
        padding: var(--space-3) 0;
        border-bottom: 1px solid var(--line);
      }
      h3::first-letter {
        text-transform: uppercase;
      }
      .items > li > :not(h3, button) {
        grid-column: 1 / -1;
      }
      button {
        min-height: 32px;
        padding: 0 var(--space-3);
        font-size: var(--text-1);
      }
      .shops {
        display: grid;
        gap: var(--space-1);
      }
    `,
  ];

  #wear({ color, item }: IdentifiedItem): void {
    this.playground.apply({ type: 'garments_replaced', text: `${color} ${item}` });
    this.dispatchEvent(new Event('wear', { bubbles: true, composed: true }));
  }

  protected override render() {
    if (this.items.length === 0) return html`<p class="muted">${text.analysis.none}</p>`;
    return html`<h2>${text.analysis.heading}</h2>
      <ul class="items">
        ${this.items.map((item) => this.#item(item))}
      </ul>`;
  }

  #item(identified: IdentifiedItem) {
    const { item, color, description, style_tags, price_range, products } = identified;
    return html`<li>
      <h3>${color} ${item}</h3>
      <button type="button" aria-label=${text.analysis.wear(`${color} ${item}`)} @click=${() => this.#wear(identified)}>
        ${text.tabs['try-on']}
      </button>
      <p>${description}</p>
      <p class="small muted">${[text.analysis.prices[price_range], ...style_tags].join(' · ')}</p>
      ${
        products.length > 0
          ? html`<details>
              <summary>${text.analysis.shops}</summary>
              <ul class="shops small">
                ${products.map(
                  ({ title, url, store, price }) => html`<li>
                    <a href=${url} target="_blank" rel="noopener noreferrer nofollow">${title}</a>
                    <span class="muted">${[store, price].filter(Boolean).join(' · ')}</span>
                  </li>`,
                )}
              </ul>
            </details>`
          : nothing
      }
    </li>`;
  }
}
