import { css, html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { PortalElement, sheet } from '../portal-element.ts';

/** `<portal-empty heading="…" text="…">` with the one action inside: a list that has nothing yet. */
@customElement('portal-empty')
export class PortalEmpty extends PortalElement {
  @property() heading!: string;
  @property() text!: string;
  static override styles = [
    sheet,
    css`
      div {
        display: grid;
        justify-items: center;
        gap: var(--space-3);
        padding: var(--space-6) var(--space-4);
        border: 1px dashed var(--edge);
        border-radius: var(--radius-card);
        text-align: center;
      }
      p {
        max-width: 46ch;
        text-wrap: pretty;
      }
    `,
  ];

  protected override render() {
    return html`<div>
      <h2>${this.heading}</h2>
      <p class="muted">${this.text}</p>
      <slot></slot>
    </div>`;
  }
}
