import { html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { text } from '#texts/elements.ts';
import { PortalElement } from '../portal-element.ts';

/** `<portal-code language="curl" .code=${…}>`: lines to read and to copy. */
@customElement('portal-code')
export class PortalCode extends PortalElement {
  @property() language = '';
  @property({ attribute: false }) code!: string;

  protected override render() {
    return html`<div class="relative">
      <pre
        class="tab-2 overflow-auto rounded-card border border-line bg-paper p-4 pr-14 leading-[1.6]"
        tabindex="0" role="region" aria-label=${text.code(this.language)}
      ><code>${this.code}</code></pre>
      <portal-copy class="absolute top-2 right-2 rounded-control bg-paper" .text=${this.code}></portal-copy>
    </div>`;
  }
}
