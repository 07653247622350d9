import { css, html, nothing } from 'lit';
import '../elements/portal-copy.ts';

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
    grid-template-columns: 88px minmax(0, 1fr);
    gap: var(--space-3);
    align-items: baseline;
  }
  .facts dd {
    min-width: 0;
    overflow-wrap: anywhere;
    font-variant-numeric: tabular-nums;
  }
  .facts .id {
    display: flex;
    align-items: center;
    margin-block: -10px;
  }
  .facts .id > :first-child {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;

/** An id, shortened where there is no room, that can be copied. @param href where it is shown */
export const copiedId = (id: string, href?: string) => html`<span class="id">
  ${href ? html`<a href=${href} title=${id}>${id}</a>` : html`<code title=${id}>${id}</code>`}
  <portal-copy .text=${id}></portal-copy>
</span>`;
