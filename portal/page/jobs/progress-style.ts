import { css } from 'lit';

/** A thin bar that shows how far a job is. */
export const progressStyle = css`
  progress {
    width: 100%;
    height: 4px;
    overflow: hidden;
    border: 0;
    border-radius: 2px;
    background: var(--line);
    appearance: none;
  }
  progress::-webkit-progress-bar {
    background: var(--line);
  }
  progress::-webkit-progress-value {
    background: var(--accent);
    transition: inline-size var(--motion);
  }
  progress::-moz-progress-bar {
    background: var(--accent);
  }
`;
