import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';

/** Passes on what is typed or chosen in a control. */
export const typed =
  (take: (value: string) => void) =>
  ({ target }: Event) =>
    take((target as HTMLInputElement).value);

/** A choice of one among few, as radio buttons in a row. */
export const choice = <Value extends string | number>(
  legend: string,
  values: readonly Value[],
  chosen: Value,
  choose: (value: Value) => void,
  look: { label?: (value: Value) => string; title?: (value: Value) => string; legendClass?: string } = {},
) => {
  const { label = String, title, legendClass = 'mb-2 text-2 font-semibold' } = look;
  const option = (value: Value) => html`<label title=${title?.(value) ?? nothing}
    class="relative grid min-h-[34px] cursor-pointer place-items-center rounded-[4px] px-2 transition-colors hover:bg-ink/7
      has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-2 has-focus-visible:outline-offset-2
      has-focus-visible:outline-accent">
    <input type="radio" name=${legend} value=${value} class="absolute inset-0 size-full cursor-pointer opacity-0"
      .checked=${live(value === chosen)} @change=${() => choose(value)} />${label(value)}</label>`;
  return html`<fieldset class="min-w-0">
    <legend class="p-0 ${legendClass}">${legend}</legend>
    <div class="grid auto-cols-fr grid-flow-col rounded-control border border-edge bg-surface p-[3px]">${values.map(option)}</div>
  </fieldset>`;
};

/** A small suggestion. */
export const chip = (words: string, choose: () => void) => html`<button type="button" @click=${choose}
  class="min-h-8 rounded-full border-line bg-transparent px-3 text-1 font-normal text-muted hover:border-ink hover:text-ink">${words}</button>`;

/** A picture to choose. Its size comes from `look`, e.g. `*:h-10 *:w-8`. */
export const pictureButton = (options: {
  readonly src: string;
  readonly label: string;
  readonly title?: string;
  readonly look: string;
  readonly width: number;
  readonly height: number;
  readonly isPressed?: boolean;
  readonly choose: () => void;
}) => {
  const { src, label, title, look, width, height, isPressed, choose } = options;
  return html`<button type="button" title=${title ?? nothing} aria-label=${label} aria-pressed=${isPressed ?? nothing}
    @click=${choose} class="min-h-0 overflow-hidden p-0 aria-pressed:border-ink aria-pressed:outline-2
      aria-pressed:not-focus-visible:outline-ink ${look}">
    <img src=${src} width=${width} height=${height} alt="" loading="lazy" class="object-cover object-top" />
  </button>`;
};
