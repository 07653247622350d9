import { html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { PortalElement } from '../portal-element.ts';

/** `<portal-empty heading="…" text="…">` with the one action inside: a list that has nothing yet. */
@customElement('portal-empty')
export class PortalEmpty extends PortalElement {
  @property() heading!: string;
  @property() text!: string;

  protected override render() {
    return html`<div class="grid justify-items-center gap-3 rounded-card border border-dashed border-edge px-4 py-10 text-center">
      <h2>${this.heading}</h2>
      <p class="muted max-w-[46ch] text-pretty">${this.text}</p>
      <slot></slot>
    </div>`;
  }
}
