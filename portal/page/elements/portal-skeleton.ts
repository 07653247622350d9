import { css, html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { text } from '#texts/elements.ts';
import { PortalElement, sheet } from '../portal-element.ts';

/** `<portal-skeleton lines="3">`: the place of something that is being read. */
@customElement('portal-skeleton')
export class PortalSkeleton extends PortalElement {
  @property({ type: Number }) lines = 3;
  static override styles = [
    sheet,
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

  protected override render() {
    return html`<div role="status">
      <span class="sr-only">${text.loading}</span>
      ${Array.from({ length: this.lines }, () => html`<i></i>`)}
    </div>`;
  }
}
