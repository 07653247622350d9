import { html, nothing } from 'lit';
import { customElement } from 'lit/decorators.js';
import { text } from '#texts/studio.ts';
import { pictureButton } from './controls.ts';
import { StudioElement } from './studio-element.ts';
import { outcomeOf } from './studio-state.ts';

/**
 * `<studio-strip>`: what was made since the page was opened.
 *
 * @fires shown when one of them was chosen, and is the result of the try-on again
 */
@customElement('studio-strip')
export class StudioStrip extends StudioElement {
  #show(image_id: string): void {
    this.playground.apply({ type: 'made_shown', image_id });
    this.dispatchEvent(new Event('shown'));
  }

  protected override render() {
    const { made } = this.state;
    if (made.length === 0) return nothing;
    const outcome = outcomeOf(this.state, 'try-on');
    const shown = outcome?.images[outcome.chosen]?.image_id;
    return html`<section class="grid gap-2 border-t border-line pt-4" aria-labelledby="strip">
      <header class="flex items-baseline justify-between">
        <h2 id="strip" class="text-2">${text.strip.heading}</h2>
        <a class="small" href="/portal/images">${text.strip.all}</a>
      </header>
      <ul class="flex gap-2 overflow-x-auto p-[3px]">
        ${made.map(({ image: { image_id, url: src, width, height } }, index) => {
          const size = { width: Math.round((108 * width) / height), height: 108 };
          const look = 'border-line *:h-[108px] *:w-auto *:max-w-none';
          const [label, isPressed] = [text.strip.show(made.length - index), image_id === shown];
          const choose = () => this.#show(image_id);
          return html`<li>${pictureButton({ src, ...size, label, look, isPressed, choose })}</li>`;
        })}
      </ul>
    </section>`;
  }
}
