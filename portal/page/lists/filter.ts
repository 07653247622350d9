import { html } from 'lit';

/** A choice of what a list shows: a link, so that it is in the address. */
export type FilterChoice = { readonly label: string; readonly href: string; readonly isChosen: boolean };

const LOOK = 'rounded-full border px-3 py-1.5 no-underline transition-colors';
const CHOSEN = 'border-line bg-surface font-medium text-ink';
const OTHER = 'border-transparent text-muted hover:text-ink';

/** Choices of which one is made. */
export const renderFilter = (
  label: string,
  choices: readonly FilterChoice[],
) => html`<nav class="filter flex flex-wrap gap-1" aria-label=${label}>
  ${choices.map(
    ({ label, href, isChosen }) =>
      html`<a class="${LOOK} ${isChosen ? CHOSEN : OTHER}" href=${href} aria-current=${isChosen}>${label}</a>`,
  )}
</nav>`;
