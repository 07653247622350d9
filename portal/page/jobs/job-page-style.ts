import { css } from 'lit';

/** Look of the page of a job. */
export const jobPageStyle = css`
  .running {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: var(--space-1) var(--space-4);
    align-items: center;
  }
  .running progress {
    grid-column: 1 / -1;
  }
  .both {
    display: grid;
    gap: var(--space-4);
    align-items: start;
  }
  .pictures {
    display: flex;
    flex-wrap: wrap;
    gap: var(--space-3);
  }
  .pictures > a,
  .pictures > div {
    display: block;
    width: 216px;
    height: 288px;
    overflow: hidden;
    border-radius: var(--radius-card);
    background: var(--line);
  }
  .pictures img {
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
  /* While it is read, its place is there. */
  .timeline {
    min-height: 320px;
  }
  summary {
    width: fit-content;
    padding-block: var(--space-2);
    color: var(--muted);
    cursor: pointer;
  }
  @media (min-width: 860px) {
    .both.has-pictures {
      grid-template-columns: minmax(0, 3fr) auto;
    }
  }
`;
