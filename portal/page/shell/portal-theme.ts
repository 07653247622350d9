import { html } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { text } from '#texts/app.ts';
import { PortalElement } from '../portal-element.ts';

/** Colours of the portal: those of the system, or always one of both. Kept in the browser: it is no secret. */
type Theme = 'system' | 'light' | 'dark';

const THEMES: readonly Theme[] = ['system', 'light', 'dark'];
const ICONS = { system: 'system', light: 'sun', dark: 'moon' } as const;
/** Key of the choice, which the document reads before anything is drawn. */
const KEY = 'theme';

/** `<portal-theme>`: goes through the themes. */
@customElement('portal-theme')
export class PortalTheme extends PortalElement {
  @state() private theme: Theme = THEMES.find((theme) => theme === document.documentElement.dataset.theme) ?? 'system';
  #next(): void {
    this.theme = THEMES[(THEMES.indexOf(this.theme) + 1) % THEMES.length] ?? 'system';
    chooseTheme(this.theme);
  }

  protected override render() {
    const label = text.theme.label(text.theme[this.theme]);
    return html`<button type="button" class="quiet icon-only text-muted" aria-label=${label} title=${label} @click=${this.#next}>
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
