import { css } from 'lit';

/** Of the frame: where the rail, the page and its head line are. */
export const frameStyles = css`
  .skip {
    position: fixed;
    z-index: 4;
    top: var(--space-2);
    left: var(--space-2);
    transform: translateY(-200%);
  }
  .skip:focus {
    transform: none;
  }
  .shell {
    --bar: calc(57px + env(safe-area-inset-bottom));
    padding-bottom: calc(15px + var(--bar));
  }
  .top {
    display: flex;
    align-items: center;
    gap: var(--space-3);
    max-width: 1200px;
    min-height: 56px;
    margin-inline: auto;
    padding: var(--space-2) var(--space-2) var(--space-2) var(--space-4);
  }
  .brand {
    display: inline-flex;
    align-items: center;
    gap: var(--space-2);
    color: var(--ink);
    font-weight: 600;
    text-decoration: none;
  }
  portal-allowance {
    margin-inline-start: auto;
  }
  main:focus {
    outline: none;
  }
  .offline {
    display: flex;
    align-items: center;
    gap: var(--space-2);
    padding: var(--space-2) var(--space-4);
    background: color-mix(in oklab, var(--warn) 14%, var(--paper));
  }
  .offline portal-icon {
    color: var(--warn);
  }
  @media (min-width: 640px) {
    .shell {
      --bar: 0px;
      padding: 0 0 0 88px;
    }
    .top {
      padding: var(--space-2) var(--space-3) 0 var(--space-5);
    }
    .brand {
      display: none;
    }
  }
  @media (min-width: 960px) {
    .shell {
      padding-left: 200px;
    }
  }
`;
