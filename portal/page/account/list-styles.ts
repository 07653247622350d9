import { css } from 'lit';

/** Of a list whose entries have a name, a line about them, and an action. */
export const listStyles = css`
  .lead {
    display: grid;
    gap: var(--space-2);
  }
  li {
    display: grid;
    grid-template-columns: 1fr auto;
    gap: var(--space-1) var(--space-3);
    align-items: center;
    padding-block: var(--space-3);
    border-bottom: 1px solid var(--line);
  }
  li:last-child {
    border-bottom: 0;
  }
  li > div {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .mark {
    margin-inline-start: var(--space-2);
    padding: 1px var(--space-2);
    border-radius: 999px;
    background: color-mix(in oklab, var(--good) 14%, transparent);
    color: var(--good);
    font-size: var(--text-1);
    white-space: nowrap;
  }
`;
