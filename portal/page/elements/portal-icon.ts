import { css, html, LitElement } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { type IconName, shapes } from './icon-shapes.ts';

/** `<portal-icon name="copy">`: an icon in the colour and, times 1.35, the size of the text around it. Its words are beside it. */
@customElement('portal-icon')
export class PortalIcon extends LitElement {
  @property() name!: IconName;
  static override styles = css`
    :host { display: inline-flex; flex: none; font-size: 1.35em; }
    svg { width: 1em; height: 1em; fill: none; stroke: currentColor; stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round; }
  `;

  protected override render() {
    return html`<svg viewBox="0 0 24 24" aria-hidden="true">${shapes[this.name]}</svg>`;
  }
}
