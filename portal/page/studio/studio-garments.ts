import { css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { text } from '#texts/studio.ts';
import { sheet } from '../portal-element.ts';
import { type Abilities, everything } from './abilities.ts';
import { type ExampleGarment, exampleGarments, readExample } from './examples.ts';
import type { Category } from './order.ts';
import { type Photo, PhotoError, pictureIn, readPhoto } from './read-photo.ts';
import { StudioElement } from './studio-element.ts';
import { type Garment, MOST_GARMENTS } from './studio-state.ts';
import { studioStyles } from './studio-styles.ts';
import '../elements/portal-icon.ts';

/**
 * `<studio-garments .abilities=${…}>`: what to wear, in words and pictures.
 *
 * @fires send when Enter is pressed in words
 */
@customElement('studio-garments')
export class StudioGarments extends StudioElement {
  @property({ attribute: false }) abilities: Abilities = everything;
  @state() private problem?: string | undefined;
  @state() private isOver = false;
  static override styles = [
    sheet,
    studioStyles,
    css`
      :host {
        display: grid;
        gap: var(--space-3);
      }
      ul {
        display: grid;
        gap: var(--space-2);
      }
      ul.over {
        outline: 2px solid var(--accent);
        outline-offset: 4px;
        border-radius: var(--radius-control);
      }
      li {
        display: grid;
        grid-template-columns: 1fr auto;
        align-items: start;
        gap: var(--space-1);
      }
      li:not(:has(> button)) {
        grid-template-columns: 1fr;
      }
      textarea {
        field-sizing: content;
        min-height: 64px;
        resize: none;
      }
      .pictured {
        display: grid;
        grid-template-columns: 64px 1fr;
        gap: var(--space-2);
        padding: var(--space-2);
        border: 1px solid var(--line);
        border-radius: var(--radius-control);
        background: var(--surface);
      }
      .pictured img {
        width: 64px;
        height: 80px;
        border-radius: 4px;
        object-fit: contain;
        background: color-mix(in oklab, var(--ink) 4%, var(--surface));
      }
      .pictured .stack {
        gap: var(--space-2);
      }
      .pictured.address {
        grid-template-columns: 1fr;
      }
      .add button {
        min-height: 36px;
        padding: 0 var(--space-3) 0 var(--space-2);
      }
      @media (max-width: 639px) {
        .add {
          gap: 0;
        }
      }
      .chips {
        align-items: center;
      }
      .chips .drawn {
        padding: 0;
        overflow: hidden;
        border-radius: var(--radius-control);
      }
      .drawn img {
        width: 40px;
        height: 43px;
        object-fit: cover;
      }
      [role='alert'] {
        color: var(--bad);
      }
    `,
  ];

  constructor() {
    super();
    this.addEventListener('paste', (event) => {
      const file = pictureIn(event.clipboardData);
      if (!file) return;
      event.preventDefault();
      this.#addPicture(file);
    });
  }

  #addPicture = (file: File): Promise<void> => this.#addPhoto(() => readPhoto(file));

  async #addPhoto(read: () => Promise<Photo>): Promise<void> {
    this.problem = undefined;
    if (!this.abilities.pictures) return;
    try {
      const { given, url } = await read();
      this.playground.apply({ type: 'garment_added', garment: { picture: { ...given, url } } });
    } catch (error) {
      if (!(error instanceof PhotoError)) throw error;
      this.problem = error.message;
    }
  }

  #drop(event: DragEvent): void {
    event.preventDefault();
    this.isOver = false;
    const file = pictureIn(event.dataTransfer);
    if (file) this.#addPicture(file);
    else this.problem = text.photo.none;
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
    const { garments } = this.state;
    const { words, pictures } = this.abilities;
    const shown = garments.filter(({ picture }) => picture || words);
    return html`<ul
        class=${this.isOver ? 'over' : ''}
        @dragover=${(event: DragEvent) => {
          event.preventDefault();
          this.isOver = pictures;
        }}
        @dragleave=${() => {
          this.isOver = false;
        }}
        @drop=${this.#drop}
      >
        ${shown.map((garment) => this.#garment(garment, shown.length > 1))}
      </ul>
      ${this.problem ? html`<p role="alert">${this.problem}</p>` : nothing}
      ${shown.length >= MOST_GARMENTS ? html`<p class="small muted">${text.garments.most}</p>` : this.#additions()}
      ${this.#ideas()}`;
  }

  #garment(garment: Garment, hasOthers: boolean) {
    const { key, text: written, picture } = garment;
    const name = picture?.kind === 'file' ? picture.name : picture?.address || written;
    const isRemovable = hasOthers || written !== '' || picture;
    return html`<li>
      ${picture ? this.#pictured(garment) : this.#words(garment)}
      ${
        isRemovable
          ? html`<button
              type="button"
              class="quiet icon-only"
              aria-label=${name ? text.garments.remove(name) : text.garments.removeEmpty}
              @click=${() => this.playground.apply({ type: 'garment_removed', key })}
            >
              <portal-icon name="close"></portal-icon>
            </button>`
          : nothing
      }
    </li>`;
  }

  #words({ key, text: written }: Garment) {
    return html`<textarea
      rows="2"
      maxlength="2000"
      aria-label=${text.garments.words}
      placeholder=${text.garments.placeholder}
      .value=${live(written)}
      @input=${({ target }: Event) => this.#change(key, { text: (target as HTMLTextAreaElement).value })}
      @keydown=${(event: KeyboardEvent) => {
        if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
        event.preventDefault();
        this.dispatchEvent(new Event('send'));
      }}
    ></textarea>`;
  }

  #pictured({ key, text: written, picture, category }: Garment) {
    const { categories } = this.abilities;
    return html`<div class="pictured ${picture?.kind ?? ''}">
      ${
        picture?.kind === 'file'
          ? html`<img src=${picture.url} width="64" height="80" alt=${text.garments.pictureAlt(picture.name)} />`
          : nothing
      }
      <div class="stack">
        ${
          picture?.kind === 'address'
            ? html`<input
                type="url"
                inputmode="url"
                aria-label=${text.garments.address}
                placeholder=${text.garments.addressPlaceholder}
                .value=${live(picture.address)}
                @input=${({ target }: Event) =>
                  this.#change(key, { picture: { kind: 'address', address: (target as HTMLInputElement).value } })}
              />`
            : nothing
        }
        <select
          aria-label=${text.garments.category}
          @change=${({ target }: Event) => this.#change(key, { category: (target as HTMLSelectElement).value as Category })}
        >
          ${categories.map(
            (name) =>
              html`<option value=${name} ?selected=${name === category}>${text.garments.categories[name]}</option>`,
          )}
        </select>
        <input
          type="text"
          maxlength="2000"
          aria-label=${text.garments.pictureWords}
          placeholder=${text.garments.pictureWords}
          .value=${live(written)}
          @input=${({ target }: Event) => this.#change(key, { text: (target as HTMLInputElement).value })}
        />
      </div>
    </div>`;
  }

  #additions() {
    const { words, pictures } = this.abilities;
    const file = () => this.renderRoot.querySelector<HTMLInputElement>('#picture');
    const addition = (label: string, add: () => void) => html`<button
      type="button"
      class="quiet"
      aria-label="${text.garments.addLabel}: ${label}"
      @click=${add}
    >
      <portal-icon name="plus"></portal-icon>${label}
    </button>`;
    return html`<div class="row add">
      ${words ? addition(text.garments.add, () => this.#add({})) : nothing}
      ${
        pictures
          ? html`${addition(text.garments.addPicture, () => file()?.click())}
            ${addition(text.garments.addAddress, () => this.#add({ picture: { kind: 'address', address: '' } }))}
            <input
              id="picture"
              type="file"
              accept="image/*,.heic,.heif"
              hidden
              aria-label=${text.garments.addPicture}
              @change=${({ target }: Event) => {
                const input = target as HTMLInputElement;
                const [chosen] = input.files ?? [];
                input.value = '';
                if (chosen) this.#addPicture(chosen);
              }}
            />`
          : nothing
      }
    </div>`;
  }

  #drawn(example: ExampleGarment) {
    const label = text.garments.drawn(example.name);
    return html`<button
      type="button"
      class="drawn"
      title=${label}
      aria-label=${label}
      @click=${() => this.#addPhoto(() => readExample(example.address))}
    >
      <img src=${example.thumbnail} width="40" height="43" alt="" />
    </button>`;
  }

  #ideas() {
    const { ideas } = text;
    const { words } = this.abilities;
    return html`<div class="chips" role="group" aria-label=${text.garments.ideas}>
      ${this.abilities.pictures ? exampleGarments.map((example) => this.#drawn(example)) : nothing}
      ${(words ? ideas : []).map(
        (idea) => html`<button
          type="button"
          @click=${() => this.playground.apply({ type: 'idea_chosen', idea, ideas })}
        >
          ${idea}
        </button>`,
      )}
    </div>`;
  }
}
