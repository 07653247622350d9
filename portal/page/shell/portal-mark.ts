import { css, html, LitElement } from 'lit';
import { customElement } from 'lit/decorators.js';

/** `<portal-mark>`: the sign of the service, a circle that is half before, half after. */
@customElement('portal-mark')
export class PortalMark extends LitElement {
  static override styles = css`
    :host {
      display: inline-flex;
    }
    svg {
      width: 1.3em;
      height: 1.3em;
    }
    circle {
      fill: none;
      stroke: var(--ink);
      stroke-width: 2;
    }
    path {
      fill: var(--accent);
    }
  `;

  protected override render() {
    return html`<svg viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="10" /><path d="M12 5a7 7 0 0 1 0 14z" />
    </svg>`;
  }
}
