import { css, html, LitElement } from 'lit';
import { text } from '#texts/app.ts';
import { base } from '../styles/base.ts';
import { chooseTheme, chosenTheme, type Theme, themeAfter } from './theme.ts';
import '../elements/portal-icon.ts';

const ICONS = { system: 'system', light: 'sun', dark: 'moon' } as const;

/** `<portal-theme>`: goes through the themes. */
export class PortalTheme extends LitElement {
  static override properties = { theme: { state: true } };
  declare private theme: Theme;
  static override styles = [
    base,
    css`
      :host {
        display: inline-block;
      }
      button {
        color: var(--muted);
      }
    `,
  ];

  constructor() {
    super();
    this.theme = chosenTheme();
  }

  #next(): void {
    this.theme = themeAfter(this.theme);
    chooseTheme(this.theme);
  }

  protected override render() {
    const label = text.theme.label(text.theme[this.theme]);
    return html`<button type="button" class="quiet icon-only" aria-label=${label} title=${label} @click=${this.#next}>
      <portal-icon name=${ICONS[this.theme]}></portal-icon>
    </button>`;
  }
}

customElements.define('portal-theme', PortalTheme);
