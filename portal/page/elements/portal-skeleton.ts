import { css, html, LitElement } from 'lit';
import { text } from '#texts/elements.ts';
import { base } from '../styles/base.ts';

/** `<portal-skeleton lines="3">`: the place of something that is being read. */
export class PortalSkeleton extends LitElement {
  static override properties = { lines: { type: Number } };
  declare lines: number;
  static override styles = [
    base,
    css`
      div {
        display: grid;
        gap: var(--space-4);
        padding-block: var(--space-2);
      }
      i {
        height: 1.1em;
        border-radius: var(--radius-control);
        background: var(--line);
      }
      i:last-of-type:not(:first-of-type) {
        width: 62%;
      }
      @media (prefers-reduced-motion: no-preference) {
        i {
          animation: breathe 1.4s ease-in-out infinite alternate;
        }
      }
      @keyframes breathe {
        to {
          opacity: 0.45;
        }
      }
    `,
  ];

  constructor() {
    super();
    this.lines = 3;
  }

  protected override render() {
    return html`<div role="status">
      <span class="visually-hidden">${text.loading}</span>
      ${Array.from({ length: this.lines }, () => html`<i></i>`)}
    </div>`;
  }
}

customElements.define('portal-skeleton', PortalSkeleton);
