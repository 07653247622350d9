import { css } from 'lit';

/** What the parts of the studio share: the place of the picture beside the form, choices in a row, small suggestions. */
export const studioStyles = css`
  .layout {
    display: grid;
    gap: var(--space-5);
    align-items: start;
  }
  .layout > * {
    min-width: 0;
  }
  .form {
    display: grid;
    gap: var(--space-5);
    align-content: start;
  }
  fieldset {
    min-inline-size: 0;
  }
  .form legend {
    padding: 0;
  }
  .form h2,
  .form legend {
    margin-bottom: var(--space-2);
    font-size: var(--text-2);
    font-weight: 600;
  }
  .segmented {
    display: grid;
    grid-auto-flow: column;
    grid-auto-columns: 1fr;
    padding: 3px;
    border: 1px solid var(--edge);
    border-radius: var(--radius-control);
    background: var(--surface);
  }
  .segmented label {
    position: relative;
    display: grid;
    place-items: center;
    min-height: 34px;
    padding: 0 var(--space-2);
    border-radius: 4px;
    text-align: center;
    cursor: pointer;
    transition: background-color var(--motion);
  }
  .segmented label:hover {
    background: color-mix(in oklab, var(--ink) 7%, transparent);
  }
  .segmented label:has(:checked) {
    background: var(--ink);
    color: var(--paper);
  }
  .segmented label:has(:focus-visible) {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
  .segmented input {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }
  .chips {
    display: flex;
    flex-wrap: wrap;
    gap: var(--space-2);
  }
  .chips button {
    min-height: 32px;
    padding: 0 var(--space-3);
    border-color: var(--line);
    border-radius: 99px;
    background: transparent;
    color: var(--muted);
    font-size: var(--text-1);
    font-weight: 400;
  }
  .chips button:hover {
    color: var(--ink);
  }
  .send {
    display: grid;
    grid-template-columns: 1fr auto;
    gap: var(--space-2);
  }
  .send .primary {
    min-height: 48px;
    font-size: var(--text-3);
  }
  .missing {
    grid-column: 1 / -1;
    color: var(--bad);
  }
  /* In one column the button is always in reach, above the bar of the portal, whose height is in '--bar'. */
  @media (max-width: 899px) {
    .layout {
      display: flex;
      flex-direction: column;
      align-items: stretch;
    }
    .form {
      display: contents;
    }
    .send {
      position: sticky;
      z-index: 1;
      bottom: var(--bar, 0px);
      margin-inline: calc(-1 * var(--space-2));
      padding: var(--space-2);
      background: var(--paper);
    }
  }
  @media (min-width: 900px) {
    .layout {
      grid-template-columns: minmax(0, 1fr) 360px;
      gap: var(--space-6);
    }
  }
`;
