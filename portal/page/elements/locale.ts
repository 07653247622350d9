/** Whether `Intl` takes a tag: some systems give browsers others, e.g. `en-US@posix`. */
function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

/**
 * The locale of dates and numbers: that of the reader if it is one of the page's language, so that words and dates do not mix
 * languages; else the page's language.
 */
export function locale(): string {
  const { lang } = document.documentElement;
  return navigator.languages.find((tag) => tag.split('-')[0] === lang && isLocale(tag)) ?? lang;
}
