/** Languages of the portal, each by its own name; its texts are the folder of that name. The first is that of readers of none of them. */
export const pageLanguages = { en: 'English', de: 'Deutsch' } as const;
export type PageLanguage = keyof typeof pageLanguages;

/** The cookie that keeps a reader's choice: the server has to read it, as the import map names the texts. */
export const LANGUAGE_COOKIE = 'language';

/** Whether it is one of the portal's languages, e.g. `de`. */
export const isPageLanguage = (tag: string | undefined): tag is PageLanguage =>
  tag !== undefined && Object.hasOwn(pageLanguages, tag);
