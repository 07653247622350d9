import { html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { text } from '#texts/studio.ts';
import { type Abilities, everything } from './abilities.ts';
import { chip, pictureButton, typed } from './controls.ts';
import { exampleGarments, readExample } from './examples.ts';
import type { Category } from './order.ts';
import { PhotoElement } from './photo-element.ts';
import type { Photo } from './read-photo.ts';
import { type Garment, MOST_GARMENTS } from './studio-state.ts';

const words = text.garments;

/**
 * `<studio-garments .abilities=${…}>`: what to wear, in words and pictures.
 *
 * @fires send when Enter is pressed in words
 */
@customElement('studio-garments')
export class StudioGarments extends PhotoElement {
  @property({ attribute: false }) abilities: Abilities = everything;
  protected override readonly clipboard = this;

  protected override use({ given, url }: Photo): void {
    const garment = { picture: { ...given, url } };
    if (this.abilities.pictures) this.playground.apply({ type: 'garment_added', garment });
  }

  #change(key: number, garment: Partial<Garment>): void {
    this.playground.apply({ type: 'garment_changed', key, garment });
  }

  /** Adds a line, and puts the cursor there. */
  async #add(garment: Partial<Garment>): Promise<void> {
    this.playground.apply({ type: 'garment_added', garment });
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('li:last-child :is(textarea, input)')?.focus();
  }

  /** Puts the cursor where something is to be written. */
  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>('textarea, input:not([type=file])')?.focus();
  }

  protected override render() {
    const shown = this.state.garments.filter(({ picture }) => picture || this.abilities.words);
    const isOver = this.isOver && this.abilities.pictures;
    const over = isOver ? 'rounded-control outline-2 outline-offset-4 outline-accent' : '';
    return html`<div class="grid gap-3">
      <ul class="grid gap-2 ${over}" @dragover=${this.dragged} @dragleave=${this.dragged} @drop=${this.dragged}>
        ${shown.map((garment) => this.#garment(garment, shown.length > 1))}
      </ul>
      ${this.alert()}
      ${shown.length >= MOST_GARMENTS ? html`<p class="small muted">${words.most}</p>` : this.#additions()} ${this.#ideas()}
    </div>`;
  }

  #garment(garment: Garment, hasOthers: boolean) {
    const { key, text: written, picture } = garment;
    const name = picture?.kind === 'file' ? picture.name : picture?.address || written;
    const remove = html`<button type="button" class="quiet icon-only" aria-label=${name ? words.remove(name) : words.removeEmpty}
      @click=${() => this.playground.apply({ type: 'garment_removed', key })}><portal-icon name="close"></portal-icon></button>`;
    return html`<li class="flex items-start gap-1">
      ${picture ? this.#pictured(garment) : this.#described(garment)} ${hasOthers || written || picture ? remove : nothing}
    </li>`;
  }

  #described({ key, text: written }: Garment) {
    const sendAtEnter = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      this.dispatchEvent(new Event('send'));
    };
    return html`<textarea rows="2" maxlength="2000" aria-label=${words.words} placeholder=${words.placeholder}
      class="field-sizing-content min-h-16 resize-none" .value=${live(written)}
      @input=${typed((text) => this.#change(key, { text }))} @keydown=${sendAtEnter}></textarea>`;
  }

  #pictured({ key, text: written, picture, category }: Garment) {
    const photo = (url: string, name: string) => html`<img class="h-20 w-16 rounded-[4px] bg-ink/4 object-contain"
      src=${url} width="64" height="80" alt=${words.pictureAlt(name)} />`;
    const link = (address: string) => html`<input type="url" inputmode="url" aria-label=${words.address}
      placeholder=${words.addressPlaceholder} .value=${live(address)}
      @input=${typed((address) => this.#change(key, { picture: { kind: 'address', address } }))} />`;
    const option = (name: Category) =>
      html`<option value=${name} ?selected=${name === category}>${words.categories[name]}</option>`;
    return html`<div class="flex flex-1 items-start gap-2 rounded-control border border-line bg-surface p-2">
      ${picture?.kind === 'file' ? photo(picture.url, picture.name) : nothing}
      <div class="grid flex-1 gap-2">
        ${picture?.kind === 'address' ? link(picture.address) : nothing}
        <select aria-label=${words.category}
          @change=${typed((chosen) => this.#change(key, { category: chosen as Category }))}>
          ${this.abilities.categories.map(option)}
        </select>
        <input type="text" maxlength="2000" aria-label=${words.pictureWords} placeholder=${words.pictureWords}
          .value=${live(written)} @input=${typed((text) => this.#change(key, { text }))} />
      </div>
    </div>`;
  }

  #additions() {
    const { words: canDescribe, pictures } = this.abilities;
    const addition = (label: string, add: () => void) => html`<button type="button" class="quiet min-h-9 pr-3 pl-2"
      aria-label="${words.addLabel}: ${label}" @click=${add}><portal-icon name="plus"></portal-icon>${label}</button>`;
    const ofPictures = html`${addition(words.addPicture, () => this.fileInput?.click())}
      ${addition(words.addAddress, () => this.#add({ picture: { kind: 'address', address: '' } }))}
      ${this.hiddenInput(words.addPicture)}`;
    return html`<div class="row max-sm:gap-0">
      ${canDescribe ? addition(words.add, () => this.#add({})) : nothing} ${pictures ? ofPictures : nothing}
    </div>`;
  }

  #ideas() {
    const { ideas } = text;
    const drawn = exampleGarments.map(({ name, thumbnail, address }) => {
      const [label, look] = [words.drawn(name), 'border-line *:h-[43px] *:w-10'];
      const add = () => this.take(() => readExample(address));
      return pictureButton({ src: thumbnail, width: 40, height: 43, label, title: label, look, choose: add });
    });
    const choose = (idea: string) => () => this.playground.apply({ type: 'idea_chosen', idea, ideas });
    const described = ideas.map((idea) => chip(idea, choose(idea)));
    return html`<div class="flex flex-wrap items-center gap-2" role="group" aria-label=${words.ideas}>
      ${this.abilities.pictures ? drawn : nothing} ${this.abilities.words ? described : nothing}
    </div>`;
  }
}
