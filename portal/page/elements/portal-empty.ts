import { css, html, LitElement } from 'lit';
import { base } from '../styles/base.ts';

/** `<portal-empty heading="…" text="…">` with the one action inside: a list that has nothing yet. */
export class PortalEmpty extends LitElement {
  static override properties = { heading: { type: String }, text: { type: String } };
  declare heading: string;
  declare text: string;
  static override styles = [
    base,
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

customElements.define('portal-empty', PortalEmpty);
