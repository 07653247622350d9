/**
 * The locale of dates and numbers: that of the reader if it is one of the page's language, so that words and dates do not mix
 * languages; else the page's language.
 */
export function locale(): string {
  const { lang } = document.documentElement;
  return navigator.languages.find((each) => each.split('-')[0] === lang) ?? lang;
}
