import { html } from 'lit';

const LOOK = 'rounded-full border px-3 py-1.5 no-underline transition-colors';
const CHOSEN = 'border-line bg-surface font-medium text-ink';
const OTHER = 'border-transparent text-muted hover:text-ink';

/** Choices of what a list shows: links, so that the one that is made is in the address. */
export const renderFilter = (
  label: string,
  choices: readonly { readonly label: string; readonly href: string; readonly isChosen: boolean }[],
) => html`<nav class="filter flex flex-wrap gap-1" aria-label=${label}>
  ${choices.map(
    ({ label, href, isChosen }) =>
      html`<a class="${LOOK} ${isChosen ? CHOSEN : OTHER}" href=${href} aria-current=${isChosen}>${label}</a>`,
  )}
</nav>`;
