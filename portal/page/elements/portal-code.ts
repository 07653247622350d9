import { css, html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { text } from '#texts/elements.ts';
import { PortalElement, sheet } from '../portal-element.ts';
import './portal-copy.ts';

/** `<portal-code language="curl" .code=${…}>`: lines to read and to copy. */
@customElement('portal-code')
export class PortalCode extends PortalElement {
  @property() language!: string;
  @property({ attribute: false }) code!: string;
  static override styles = [
    sheet,
    css`
      :host {
        position: relative;
      }
      pre {
        overflow: auto;
        padding: var(--space-4);
        padding-inline-end: 56px;
        border: 1px solid var(--line);
        border-radius: var(--radius-card);
        background: var(--paper);
        line-height: 1.6;
        tab-size: 2;
      }
      portal-copy {
        position: absolute;
        top: var(--space-2);
        right: var(--space-2);
        border-radius: var(--radius-control);
        background: var(--paper);
      }
    `,
  ];

  protected override render() {
    return html`<pre tabindex="0" role="region" aria-label=${text.code(this.language ?? '')}><code>${this.code}</code></pre>
      <portal-copy .text=${this.code}></portal-copy>`;
  }
}
