import { css, html, LitElement } from 'lit';
import { text } from '#texts/app.ts';
import { base } from '../styles/base.ts';
import '../elements/portal-icon.ts';

/** Colours of the portal: those of the system, or always one of both. Kept in the browser: it is no secret. */
type Theme = 'system' | 'light' | 'dark';

const THEMES: readonly Theme[] = ['system', 'light', 'dark'];
const ICONS = { system: 'system', light: 'sun', dark: 'moon' } as const;
/** Key of the choice, which the document reads before anything is drawn. */
const KEY = 'theme';

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
    this.theme = THEMES.find((theme) => theme === document.documentElement.dataset.theme) ?? 'system';
  }

  #next(): void {
    this.theme = THEMES[(THEMES.indexOf(this.theme) + 1) % THEMES.length] ?? 'system';
    chooseTheme(this.theme);
  }

  protected override render() {
    const label = text.theme.label(text.theme[this.theme]);
    return html`<button type="button" class="quiet icon-only" aria-label=${label} title=${label} @click=${this.#next}>
      <portal-icon name=${ICONS[this.theme]}></portal-icon>
    </button>`;
  }
}

/** Chooses a theme for this and later visits. */
function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    if (theme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // A browser that keeps nothing: it holds for this visit.
  }
}

customElements.define('portal-theme', PortalTheme);
