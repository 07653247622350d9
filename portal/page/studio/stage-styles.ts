import { css } from 'lit';

/** Of the place of the picture. */
export const stageStyles = css`
  section,
  .below {
    display: grid;
    gap: var(--space-4);
  }
  .below {
    align-content: start;
  }
  .stage {
    position: relative;
    display: grid;
    height: clamp(340px, calc(100dvh - 220px), 720px);
    overflow: hidden;
    border: 1px solid var(--line);
    border-radius: var(--radius-card);
    background: color-mix(in oklab, var(--ink) 4%, var(--surface));
  }
  .stage.over {
    border-color: var(--accent);
    outline: 2px solid var(--accent);
    outline-offset: -6px;
  }
  .frame {
    display: grid;
    place-items: center;
    width: 100%;
    height: 100%;
    container-type: size;
  }
  .frame img {
    width: min(100cqw, calc(100cqh * var(--shape)));
    height: auto;
    aspect-ratio: var(--shape);
  }
  .empty {
    display: grid;
    place-content: center;
    justify-items: center;
    gap: var(--space-2);
    padding: var(--space-5);
    text-align: center;
  }
  .empty h2 {
    font-size: var(--text-4);
    letter-spacing: -0.02em;
  }
  studio-running {
    position: absolute;
    inset: auto 0 0;
  }
  .choices {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: var(--space-3);
    transition: opacity var(--motion);
  }
  .choices[inert] {
    opacity: 0.4;
  }
  .examples {
    display: flex;
    gap: var(--space-2);
  }
  .examples img {
    width: 34px;
    height: 40px;
    object-fit: cover;
    object-position: top;
  }
  .empty .examples {
    gap: var(--space-3);
    margin-top: var(--space-4);
  }
  .empty .examples button {
    border-radius: var(--radius-card);
    box-shadow: var(--shadow);
    transition: transform var(--motion);
  }
  .empty .examples button:hover {
    transform: translateY(-2px);
  }
  .empty .examples img {
    width: 120px;
    height: 146px;
  }
  .examples button {
    min-height: 0;
    padding: 0;
    overflow: hidden;
    border: 0;
    outline-offset: 2px;
  }
  .examples button[aria-pressed='true'] {
    outline: 2px solid var(--ink);
  }
  .examples button:focus-visible {
    outline: 2px solid var(--accent);
  }
  .problem {
    color: var(--bad);
  }
  @media (max-width: 639px) {
    .stage {
      height: auto;
      aspect-ratio: clamp(0.75, var(--shape), 1.4);
    }
    /* Small enough for what is to be worn to be in view below it. */
    .empty {
      padding: var(--space-3);
    }
    .empty .examples {
      margin-top: var(--space-2);
    }
    .empty .examples img {
      width: 84px;
      height: 102px;
    }
    /*
     * What comes of a request: two lines of buttons, one about the picture, and two of what it approximates. The place is kept from the
     * press of the button on, so that what is below hardly moves when the picture arrives.
     */
    .below.begun {
      min-height: calc(2 * 40px + var(--space-2) + 2 * var(--space-4) + 3 * 1.5em);
    }
    .choices .row {
      gap: var(--space-2);
    }
    .choices .row button {
      gap: var(--space-1);
      padding: 0 var(--space-2);
    }
  }
`;
