import { html, nothing } from 'lit';
import { customElement } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { text } from '#texts/studio.ts';
import { text as work } from '#texts/work.ts';
import { Attempt } from '../elements/attempt.ts';
import { chip, choice, typed } from './controls.ts';
import { type MadeImage, type OutcomeOf, outcomeOf, type SuggestedOutfit } from './studio-state.ts';
import { StudioTab } from './studio-tab.ts';

const NUMBERS = [1, 2, 3, 4];
const words = text.styleMe;

/** `<studio-style-me>`: outfits that suit a person and an occasion, each with its picture. */
@customElement('studio-style-me')
export class StudioStyleMe extends StudioTab {
  protected override readonly tab = 'style-me';
  readonly #download = new Attempt(this);

  protected override render() {
    const { playground, state } = this;
    const outcome = outcomeOf(state, 'style-me');
    const form = html`
      <div class="grid gap-2">
        ${this.#field('occasion')}
        <div class="flex flex-wrap gap-2" role="group" aria-label=${words.occasion}>
          ${words.occasions.map((occasion) => chip(occasion, () => playground.change({ occasion })))}
        </div>
      </div>
      ${this.#field('wishes')}
      ${choice(words.outfits, NUMBERS, state.outfits, (outfits) => playground.change({ outfits }))}
      ${this.sendButton(text.style)}`;
    return this.layout(form, outcome ? this.#suggested(outcome) : nothing);
  }

  #field(name: 'occasion' | 'wishes') {
    return html`<label class="field">
      <span>${words[name]} <span class="muted font-normal">${words.optional}</span></span>
      <input type="text" maxlength="1000" placeholder=${words.placeholders[name]} .value=${live(this.state[name])}
        @input=${typed((value) => this.playground.change({ [name]: value }))}
        @keydown=${(event: KeyboardEvent) => event.key === 'Enter' && !event.isComposing && this.send()} />
    </label>`;
  }

  #suggested({ outfits, approximations }: OutcomeOf<'style-me'>) {
    return html`<section class="stack min-[900px]:col-span-full">
      <h2>${words.heading}</h2>
      ${this.#download.error ? html`<p role="alert">${text.result.gone}</p>` : nothing}
      ${approximations.map((code) => html`<p role="status">${work.approximation(code)}</p>`)}
      <ul class="tiles">${outfits.map((outfit) => this.#outfit(outfit))}</ul>
    </section>`;
  }

  #outfit({ image, style, description, items }: SuggestedOutfit) {
    const { download } = text.result;
    const picture = ({ url, width, height, alt }: MadeImage) =>
      html`<img class="w-full bg-ink/4" src=${url} width=${width} height=${height} alt=${alt} />`;
    const none = html`<p class="muted grid aspect-4/5 place-content-center bg-ink/4 p-4 text-center">${words.noPicture}</p>`;
    const save = (made: MadeImage) => html`<button type="button" class="quiet icon-only" title=${download}
      aria-label=${download} @click=${() => this.#download.run(() => this.playground.download(made))}><portal-icon name="download"></portal-icon></button>`;
    return html`<li class="card grid grid-rows-[auto_1fr_auto] overflow-hidden p-0">
      ${image ? picture(image) : none}
      <div class="grid content-start gap-2 p-4">
        <h3 class="first-letter:uppercase">${style}</h3>
        <p>${description}</p>
        <ul class="muted list-disc pl-[1.1em]">${items.map((item) => html`<li>${item}</li>`)}</ul>
      </div>
      <div class="row p-4 pt-0">
        <button type="button" @click=${() => this.wear(items.join(', '))}>${words.wear}</button>
        ${image ? save(image) : nothing}
      </div>
    </li>`;
  }
}
