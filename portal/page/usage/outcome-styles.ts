import { css } from 'lit';

/** A colour for each outcome, as `--outcome`: ink for what went as asked, so that the rest stands out. */
export const outcomeStyles = css`
  .succeeded {
    --outcome: color-mix(in oklab, var(--ink) 62%, var(--surface));
  }
  .refused {
    --outcome: var(--warn);
  }
  .failed {
    --outcome: var(--bad);
  }
  .swatch {
    display: inline-block;
    flex: none;
    width: 10px;
    height: 10px;
    border-radius: 2px;
    background: var(--outcome);
  }
`;
