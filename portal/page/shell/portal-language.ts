import { css, html, LitElement } from 'lit';
import { text } from '#texts/app.ts';
import { base } from '../styles/base.ts';
import { isPageLanguage, pageLanguages } from '../texts/languages.ts';
import { chooseLanguage, chosenLanguage } from './language.ts';

/** `<portal-language>`: the language of the pages. Each is named in itself, so that who reads no other finds it. */
export class PortalLanguage extends LitElement {
  static override styles = [
    base,
    css`
      select {
        width: auto;
        max-width: 100%;
      }
    `,
  ];

  protected override render() {
    const chosen = chosenLanguage();
    return html`<select
      aria-label=${text.language.label}
      @change=${({ target }: Event) => {
        const { value } = target as HTMLSelectElement;
        chooseLanguage(isPageLanguage(value) ? value : undefined);
      }}
    >
      <option value="" ?selected=${chosen === undefined}>${text.language.browser}</option>
      ${Object.entries(pageLanguages).map(
        ([tag, name]) => html`<option value=${tag} lang=${tag} ?selected=${tag === chosen}>${name}</option>`,
      )}
    </select>`;
  }
}

customElements.define('portal-language', PortalLanguage);
