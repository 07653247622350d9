import { html } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { PortalElement } from '../portal-element.ts';

const SHOWN_MS = 6_000;

/** `<portal-notice>`: what is said in passing, to those who look and to screen readers. */
@customElement('portal-notice')
export class PortalNotice extends PortalElement {
  @state() private text = '';
  #shown: ReturnType<typeof setTimeout> | undefined;

  /** Shows a text for some seconds. */
  say(text: string): void {
    this.text = text;
    clearTimeout(this.#shown);
    this.#shown = setTimeout(() => {
      this.text = '';
    }, SHOWN_MS);
  }

  protected override render() {
    return html`<div role="status" class="pointer-events-none fixed inset-x-0 bottom-[calc(72px+env(safe-area-inset-bottom))] z-3 grid justify-items-center px-4 sm:bottom-6">
      ${this.text && html`<p class="max-w-[64ch] rounded-control bg-ink px-4 py-3 text-paper shadow-lift">${this.text}</p>`}
    </div>`;
  }
}
