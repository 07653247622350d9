import { css } from 'lit';

/** Look of a waterfall. */
export const waterfallStyle = css`
  svg {
    width: 100%;
    overflow: visible;
    font-size: var(--text-1);
  }
  .chart {
    padding-inline: 6px;
  }
  .scale line {
    stroke: var(--line);
  }
  text {
    fill: var(--muted);
    font-variant-numeric: tabular-nums;
  }
  .by {
    fill: var(--ink);
    font-weight: 500;
  }
  .bar {
    fill: color-mix(in oklab, var(--accent), var(--surface) 55%);
  }
  circle {
    fill: var(--accent);
    stroke: var(--surface);
    stroke-width: 1.5;
  }
  g[role='img'] {
    cursor: default;
    outline: none;
  }
  g[aria-current='true'] .bar {
    fill: var(--accent);
  }
  g[aria-current='true'] circle {
    r: 6px;
  }
  g:focus-visible circle {
    stroke: var(--ink);
    stroke-width: 2;
  }
  .area {
    fill: transparent;
  }
  .described {
    display: grid;
    gap: var(--space-1);
    min-height: 68px;
    padding-top: var(--space-3);
    border-top: 1px solid var(--line);
    overflow-wrap: anywhere;
  }
`;
