import { css, html } from 'lit';

/** A choice of what a list shows: a link, so that it is in the address. */
export type FilterChoice = { readonly label: string; readonly href: string; readonly isChosen: boolean };

/** Choices of which one is made; `filterStyle` is their look. */
export const renderFilter = (
  label: string,
  choices: readonly FilterChoice[],
) => html`<nav class="filter" aria-label=${label}>
  ${choices.map(
    ({ label, href, isChosen }) => html`<a href=${href} aria-current=${isChosen ? 'true' : 'false'}>${label}</a>`,
  )}
</nav>`;

export const filterStyle = css`
  .filter {
    display: flex;
    flex-wrap: wrap;
    gap: var(--space-1);
  }
  .filter a {
    padding: 6px var(--space-3);
    border: 1px solid transparent;
    border-radius: 999px;
    color: var(--muted);
    text-decoration: none;
    transition: background-color var(--motion);
  }
  .filter a:hover {
    color: var(--ink);
  }
  .filter a[aria-current='true'] {
    border-color: var(--line);
    background: var(--surface);
    color: var(--ink);
    font-weight: 500;
  }
`;
