import { isPageLanguage, LANGUAGE_COOKIE, type PageLanguage } from '../texts/languages.ts';

const KEPT_S = 365 * 24 * 60 * 60;

/** The language that was chosen in this browser; undefined: as the browser prefers. */
export function chosenLanguage(): PageLanguage | undefined {
  const value = document.cookie
    .split('; ')
    .map((pair) => pair.split('='))
    .find(([name]) => name === LANGUAGE_COOKIE)?.[1];
  return isPageLanguage(value) ? value : undefined;
}

/** Chooses a language for this and later visits, and loads the page anew: its texts are modules. */
export function chooseLanguage(language: PageLanguage | undefined): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the asynchronous interface is not there on plain http
  document.cookie = `${LANGUAGE_COOKIE}=${language ?? ''}; Path=/portal; Max-Age=${language ? KEPT_S : 0}; SameSite=Strict${secure}`;
  location.reload();
}
