import type { IncomingHttpHeaders } from 'node:http';
import { isPageLanguage, LANGUAGE_COOKIE, type PageLanguage } from './page/texts/languages.ts';

/**
 * The language of a page: the one that its reader has chosen, else the one of the portal's that the browser prefers (RFC 9110,
 * 12.5.4; `de` is taken for `de-AT`), else English.
 */
export function chooseLanguage({
  cookie = '',
  'accept-language': accepted = '',
}: Pick<IncomingHttpHeaders, 'cookie' | 'accept-language'>): PageLanguage {
  const chosen = cookie
    .split(';')
    .map((pair) => pair.trim().split('='))
    .find(([name]) => name === LANGUAGE_COOKIE)?.[1];
  if (isPageLanguage(chosen)) return chosen;
  const preferred = accepted
    .split(',')
    .map((part) => {
      const [tag = '', weight] = part.split(';');
      return {
        language: tag.trim().split('-')[0]?.toLowerCase(),
        weight: Number(/q=([\d.]+)/.exec(weight ?? '')?.[1] ?? 1),
      };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ language }) => language);
  return preferred.find(isPageLanguage) ?? 'en';
}
