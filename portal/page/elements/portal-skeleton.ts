import { html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { text } from '#texts/elements.ts';
import { PortalElement } from '../portal-element.ts';

/** `<portal-skeleton lines="3">`: the place of something that is being read. */
@customElement('portal-skeleton')
export class PortalSkeleton extends PortalElement {
  @property({ type: Number }) lines = 3;

  protected override render() {
    const line = html`<i class="h-[1.1em] rounded-control bg-line last:not-nth-2:w-[62%] motion-safe:animate-pulse"></i>`;
    return html`<div role="status" class="grid gap-4 py-2">
      <span class="sr-only">${text.loading}</span>${Array.from({ length: this.lines }, () => line)}
    </div>`;
  }
}
