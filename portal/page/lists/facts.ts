import { css, html, nothing } from 'lit';

/** A name and its value; one without a value is left out. */
export type Fact = readonly [name: string, value: unknown];

/** What is known of something, as a list of names and values; `factsStyle` is its look. */
export const facts = (all: readonly Fact[]) => html`<dl class="facts">
  ${all.map(([name, value]) =>
    value === undefined || value === null
      ? nothing
      : html`<div>
          <dt class="muted">${name}</dt>
          <dd>${value}</dd>
        </div>`,
  )}
</dl>`;

export const factsStyle = css`
  .facts {
    display: grid;
    gap: var(--space-3);
  }
  .facts > div {
    display: grid;
    grid-template-columns: minmax(96px, 2fr) 5fr;
    gap: var(--space-3);
    align-items: baseline;
  }
  .facts dd {
    min-width: 0;
    overflow-wrap: anywhere;
    font-variant-numeric: tabular-nums;
  }
`;
