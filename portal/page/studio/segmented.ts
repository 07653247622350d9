import { html } from 'lit';
import { live } from 'lit/directives/live.js';

/** A choice of one among few, as radio buttons in a row; its styles are in studio-styles.ts. */
export const segmented = <Value extends string | number>(
  name: string,
  options: readonly { readonly value: Value; readonly label: string; readonly title?: string }[],
  chosen: Value,
  choose: (value: Value) => void,
) =>
  html`<div class="segmented">
    ${options.map(
      ({ value, label, title = '' }) => html`<label title=${title}>
        <input
          type="radio"
          name=${name}
          value=${value}
          .checked=${live(value === chosen)}
          @change=${() => choose(value)}
        />${label}</label
      >`,
    )}
  </div>`;

/** The numbers from one to `most` as such options. */
export const numbers = (most: number) =>
  Array.from({ length: most }, (_, i) => ({ value: i + 1, label: String(i + 1) }));
