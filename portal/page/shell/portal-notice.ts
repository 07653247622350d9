import { css, html } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { PortalElement, sheet } from '../portal-element.ts';

const SHOWN_MS = 6_000;

/** `<portal-notice>`: what is said in passing, to those who look and to screen readers. */
@customElement('portal-notice')
export class PortalNotice extends PortalElement {
  @state() private text = '';
  #shown: ReturnType<typeof setTimeout> | undefined;
  static override styles = [
    sheet,
    css`
      :host {
        position: fixed;
        z-index: 3;
        inset: auto 0 calc(72px + env(safe-area-inset-bottom));
        display: grid;
        justify-items: center;
        padding-inline: var(--space-4);
        pointer-events: none;
      }
      p {
        max-width: 64ch;
        padding: var(--space-3) var(--space-4);
        border-radius: var(--radius-control);
        background: var(--ink);
        color: var(--paper);
        box-shadow: var(--shadow);
      }
      @media (min-width: 640px) {
        :host {
          bottom: var(--space-5);
        }
      }
    `,
  ];

  /** Shows a text for some seconds. */
  say(text: string): void {
    this.text = text;
    clearTimeout(this.#shown);
    this.#shown = setTimeout(() => {
      this.text = '';
    }, SHOWN_MS);
  }

  protected override render() {
    return html`<div role="status">${this.text && html`<p>${this.text}</p>`}</div>`;
  }
}
