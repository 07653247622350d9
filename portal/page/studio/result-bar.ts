import { PictureError } from '@styling/client';
import { html, nothing } from 'lit';
import { customElement } from 'lit/decorators.js';
import { text } from '#texts/studio.ts';
import { text as work } from '#texts/work.ts';
import { Attempt } from '../elements/attempt.ts';
import { confirm } from '../elements/confirm.ts';
import { pictureButton } from './controls.ts';
import { StudioElement } from './studio-element.ts';
import { type MadeImage, outcomeOf } from './studio-state.ts';

/** More are folded, so that what is below hardly moves on a phone when the picture arrives. */
const SHOWN_APPROXIMATIONS = 2;

/** `<studio-result-bar>`: what the picture of a try-on only approximates, its variants, and what can be done with it. */
@customElement('studio-result-bar')
export class StudioResultBar extends StudioElement {
  readonly #attempt = new Attempt(this);

  async #delete({ image_id }: MadeImage): Promise<void> {
    const isMeant = await confirm(this, { ...text.remove, isDangerous: true });
    if (isMeant) await this.#attempt.run(() => this.playground.delete(image_id));
  }

  protected override render() {
    const { images, chosen } = outcomeOf(this.state, 'try-on') ?? { images: [], chosen: 0 };
    const image = images[chosen];
    if (!image) return nothing;
    const { image_id, isPreview, persistent, seed } = image;
    const facts = [
      ...(isPreview ? [text.result.preview] : []),
      persistent ? text.result.kept : text.result.temporary,
      ...(typeof seed === 'number' ? [text.result.seed(seed)] : []),
    ];
    return html`<div class="stack">
      ${images.length > 1 ? this.#variants(images, chosen) : nothing} ${this.#approximations(image)} ${this.#actions(image)}
      <p class="small muted">
        ${facts.join(' ')} ${this.inPortal ? html`<a href="/portal/images/${image_id}">${text.result.details}</a>` : nothing}
      </p>
      ${this.#attempt.error instanceof PictureError ? html`<p role="alert">${text.result.gone}</p>` : this.#attempt.render()}
    </div>`;
  }

  /** In two lines on a phone: studio-stage keeps as much place for it. */
  #actions(image: MadeImage) {
    const { playground, inPortal } = this;
    const { further, keep, download, back, remove } = text.result;
    const button = (icon: string, label: string, act: () => void) => html`<button type="button"
      class="max-sm:gap-1 max-sm:px-2" ?disabled=${this.#attempt.isRunning} @click=${act}><portal-icon name=${icon}></portal-icon>${label}</button>`;
    const deletion = html`<button type="button" class="quiet icon-only" aria-label=${remove} title=${remove}
      @click=${() => this.#delete(image)}><portal-icon name="trash"></portal-icon></button>`;
    return html`<div class="flex flex-wrap gap-2">
      ${button('plus', further, () => playground.apply({ type: 'dressed_further', image }))}
      ${inPortal && !image.persistent ? button('check', keep, () => this.#attempt.run(() => playground.keep(image.image_id))) : nothing}
      ${button('download', download, () => this.#attempt.run(() => playground.download(image)))}
      <button type="button" class="quiet max-sm:px-2 sm:ml-auto"
        @click=${() => playground.apply({ type: 'dismissed', tab: 'try-on' })}>${back}</button>
      ${inPortal ? deletion : nothing}
    </div>`;
  }

  #approximations({ approximations }: MadeImage) {
    if (approximations.length === 0) return nothing;
    const items = approximations.map(approximation);
    const others = items.slice(SHOWN_APPROXIMATIONS);
    const more = html`<details>
      <summary>${text.result.moreApproximations(others.length)}</summary>
      <ul class="grid gap-1">${others}</ul>
    </details>`;
    return html`<div class="grid gap-1 border-l-2 border-warn pl-3">
      <ul class="grid gap-1">${items.slice(0, SHOWN_APPROXIMATIONS)}</ul>
      ${others.length > 0 ? more : nothing}
    </div>`;
  }

  #variants(images: readonly MadeImage[], chosen: number) {
    return html`<div class="flex gap-2" role="group" aria-label=${text.result.variants}>
      ${images.map(({ url: src }, index) => {
        const [label, look] = [text.result.variant(index + 1), '*:h-[90px] *:w-[72px]'];
        const choose = () => this.playground.apply({ type: 'variant_chosen', index });
        return pictureButton({ src, width: 72, height: 90, label, look, isPressed: index === chosen, choose });
      })}
    </div>`;
  }
}

const approximation = (code: string) => html`<li>
  ${work.approximation(code)} ${text.better[code] ? html`<span class="muted">${text.better[code]}</span>` : nothing}
</li>`;
