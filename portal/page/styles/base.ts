import { css } from 'lit';

/**
 * What every element of the portal looks like inside; the first of its `static styles`.
 *
 * Controls: `button`, `a.button`, with `primary` (one a page), `quiet` or `danger`; `.icon-only` for one that has no words.
 * Layout: `.page`, `.head` (heading and its actions), `.card`, `.stack`, `.row`, `.grid`, `.columns` (of widths that the page sets, where
 * there is room), `.scroll` (a wide table's own box).
 * Text: `.muted`, `.small`, `.number`, `.visually-hidden`.
 */
export const base = css`
  :host {
    display: block;
  }
  :host([hidden]),
  [hidden] {
    display: none !important;
  }
  *,
  ::before,
  ::after {
    box-sizing: border-box;
  }
  h1,
  h2,
  h3,
  p,
  dl,
  dd,
  ul,
  ol,
  figure,
  pre,
  fieldset {
    margin: 0;
    padding: 0;
    border: 0;
  }
  ul,
  ol {
    list-style: none;
  }
  img,
  svg,
  video,
  canvas {
    display: block;
    max-width: 100%;
  }
  img {
    height: auto;
  }
  h1,
  h2,
  h3 {
    font-weight: 600;
    line-height: 1.2;
    text-wrap: balance;
  }
  h1 {
    font-size: var(--text-5);
    letter-spacing: -0.025em;
  }
  h2 {
    font-size: var(--text-3);
    letter-spacing: -0.01em;
  }
  h3 {
    font-size: var(--text-2);
  }
  a {
    color: var(--accent);
    text-decoration-thickness: 1px;
    text-underline-offset: 0.2em;
  }
  code,
  pre,
  .code {
    font-family: ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace;
    font-size: 0.9em;
  }
  :focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }

  button,
  .button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: var(--space-2);
    min-height: 40px;
    padding: 0 var(--space-4);
    border: 1px solid var(--edge);
    border-radius: var(--radius-control);
    background: var(--surface);
    color: var(--ink);
    font: inherit;
    font-weight: 500;
    text-decoration: none;
    white-space: nowrap;
    cursor: pointer;
    transition:
      background-color var(--motion),
      border-color var(--motion);
  }
  button:hover:not(:disabled),
  .button:hover {
    border-color: var(--ink);
  }
  button.primary,
  .button.primary {
    border-color: var(--accent);
    background: var(--accent);
    color: var(--on-accent);
  }
  button.primary:hover:not(:disabled),
  .button.primary:hover {
    border-color: color-mix(in oklab, var(--accent), var(--ink) 18%);
    background: color-mix(in oklab, var(--accent), var(--ink) 18%);
  }
  button.quiet,
  .button.quiet {
    border-color: transparent;
    background: transparent;
  }
  button.quiet:hover:not(:disabled),
  .button.quiet:hover {
    background: color-mix(in oklab, var(--ink) 7%, transparent);
  }
  button.danger {
    border-color: currentColor;
    color: var(--bad);
  }
  button.danger.primary {
    border-color: var(--bad);
    background: var(--bad);
    color: var(--paper);
  }
  button.icon-only {
    width: 40px;
    padding: 0;
    flex: none;
  }
  button:disabled {
    cursor: not-allowed;
    opacity: 0.5;
  }
  button[aria-disabled='true'] {
    cursor: progress;
    opacity: 0.55;
  }

  label,
  legend {
    font-weight: 500;
  }
  .field {
    display: grid;
    gap: var(--space-1);
  }
  input:not([type='checkbox'], [type='radio'], [type='range'], [type='file']),
  select,
  textarea {
    width: 100%;
    min-height: 40px;
    padding: var(--space-2) var(--space-3);
    border: 1px solid var(--edge);
    border-radius: var(--radius-control);
    background: var(--surface);
    color: inherit;
    font: inherit;
    line-height: 1.4;
  }
  textarea {
    resize: vertical;
  }
  ::placeholder {
    color: var(--muted);
    opacity: 1;
  }
  input:is([type='checkbox'], [type='radio'], [type='range']),
  progress {
    accent-color: var(--accent);
  }
  input:is([type='checkbox'], [type='radio']) {
    width: 18px;
    height: 18px;
    margin: 0;
  }
  [aria-invalid='true'] {
    border-color: var(--bad) !important;
  }

  table {
    width: 100%;
    border-collapse: collapse;
    font-variant-numeric: tabular-nums;
  }
  th,
  td {
    padding: var(--space-3) var(--space-4) var(--space-3) 0;
    border-bottom: 1px solid var(--line);
    text-align: start;
    vertical-align: middle;
  }
  th {
    padding-block: var(--space-2);
    color: var(--muted);
    font-size: var(--text-1);
    font-weight: 500;
    white-space: nowrap;
  }
  th:last-child,
  td:last-child {
    padding-inline-end: 0;
  }
  tr:last-child > td {
    border-bottom: 0;
  }

  .page {
    display: grid;
    gap: var(--space-5);
    max-width: 1200px;
    margin-inline: auto;
    padding: 0 var(--space-4) var(--space-6);
  }
  .page > *,
  .stack > *,
  .grid > *,
  .columns > * {
    min-width: 0;
  }
  .head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: var(--space-3) var(--space-4);
    min-height: 40px;
  }
  .card {
    padding: var(--space-5);
    border: 1px solid var(--line);
    border-radius: var(--radius-card);
    background: var(--surface);
  }
  .stack {
    display: grid;
    align-content: start;
    gap: var(--space-4);
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--space-2) var(--space-3);
  }
  .grid {
    display: grid;
    gap: var(--space-5);
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 240px), 1fr));
  }
  .columns {
    display: grid;
    gap: var(--space-5);
    align-items: start;
  }
  .scroll {
    overflow-x: auto;
  }
  .muted {
    color: var(--muted);
  }
  .small {
    font-size: var(--text-1);
  }
  .number {
    font-variant-numeric: tabular-nums;
  }
  .visually-hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  @media (min-width: 640px) {
    .page {
      padding-inline: var(--space-5);
    }
  }
  @media (max-width: 639px) {
    h1 {
      font-size: 1.75rem;
    }
    .card {
      padding: var(--space-4);
    }
  }
`;
