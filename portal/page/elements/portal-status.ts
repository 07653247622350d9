import { html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { text } from '#texts/elements.ts';
import { PortalElement } from '../portal-element.ts';

const WORKING = 'bg-accent motion-safe:animate-pulse';
const DOTS: Readonly<Record<string, string>> = {
  succeeded: 'bg-good',
  delivered: 'bg-good',
  active: 'bg-good',
  enabled: 'bg-good',
  failed: 'bg-bad',
  revoked: 'bg-bad',
  running: WORKING,
  pending: WORKING,
  paused: 'bg-warn',
  retrying: 'bg-warn',
};

/** `<portal-status status="succeeded">`: a state as a dot and its word. States that it does not know are shown as they are. */
@customElement('portal-status')
export class PortalStatus extends PortalElement {
  @property() status!: string;

  protected override render() {
    const { [this.status]: word = this.status } = text.status as Readonly<Record<string, string>>;
    return html`<span class="inline-flex items-center gap-[0.5em] whitespace-nowrap">
      <i class="size-[0.55em] rounded-full ${DOTS[this.status] ?? 'bg-muted'}"></i>${word}
    </span>`;
  }
}
