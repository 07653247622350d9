import type { IdentifiedItem, Product } from '@styling/client';
import { html, nothing } from 'lit';
import { customElement } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { text } from '#texts/studio.ts';
import { typed } from './controls.ts';
import { outcomeOf } from './studio-state.ts';
import { StudioTab } from './studio-tab.ts';

const words = text.analysis;

/** `<studio-analyse>`: the garments in a picture. */
@customElement('studio-analyse')
export class StudioAnalyse extends StudioTab {
  protected override readonly tab = 'analyse';

  protected override render() {
    const { playground, state, missing } = this;
    const items = outcomeOf(state, 'analyse')?.items;
    return this.layout(html`
      <label class="field">
        ${words.address}
        <input type="url" inputmode="url" placeholder=${text.garments.addressPlaceholder} aria-invalid=${missing === 'subject'}
          .value=${live(state.link)} @input=${typed((link) => playground.change({ subject: null, link }))}
          @keydown=${(event: KeyboardEvent) => event.key === 'Enter' && this.send()} />
        <span class="small muted">${words.addressHint}</span>
      </label>
      ${this.sendButton(text.analyse)}
      ${items ? this.#found(items) : nothing}`);
  }

  #found(items: readonly IdentifiedItem[]) {
    if (items.length === 0) return html`<p class="muted">${words.none}</p>`;
    return html`<section class="grid gap-3">
      <h2>${words.heading}</h2>
      <ul class="border-t border-line">${items.map((item) => this.#item(item))}</ul>
    </section>`;
  }

  #item({ item, color, description, style_tags, price_range, products }: IdentifiedItem) {
    const name = `${color} ${item}`;
    const shops = html`<details>
      <summary>${words.shops}</summary>
      <ul class="small grid gap-1">${products.map(product)}</ul>
    </details>`;
    return html`<li class="grid gap-1 border-b border-line py-3">
      <div class="flex items-center justify-between gap-3">
        <h3 class="first-letter:uppercase">${name}</h3>
        <button type="button" class="min-h-8 px-3 text-1" aria-label=${words.wear(name)} @click=${() => this.wear(name)}>
          ${text.tabs['try-on']}
        </button>
      </div>
      <p>${description}</p>
      <p class="small muted">${[words.prices[price_range], ...style_tags].join(' · ')}</p>
      ${products.length > 0 ? shops : nothing}
    </li>`;
  }
}

const product = ({ title, url, store, price }: Product) => html`<li>
  <a href=${url} target="_blank" rel="noopener noreferrer nofollow">${title}</a>
  <span class="muted">${[store, price].filter(Boolean).join(' · ')}</span>
</li>`;
