import { createHash } from 'node:crypto';
import type { ImportMap } from './import-map.ts';
import type { PageLanguage } from './page/texts/languages.ts';

/** What a document says before any module of it has run. */
type Words = { readonly name: string; readonly noScript: { readonly before: string; readonly link: string } };

/** Before anything is drawn, so that a page in the theme of the system does not flash before the chosen one. */
const THEME_SCRIPT = `try{const t=localStorage.getItem('theme');if(t)document.documentElement.dataset.theme=t}catch{}`;

/** What the document of a page is made of. */
export type DocumentParts = {
  /** Of the site's files, e.g. `/portal/v/8f3a…`. */
  readonly root: string;
  readonly importMap: ImportMap;
  /** Paths below the root of the modules to load at once. */
  readonly modules: readonly string[];
  readonly language: PageLanguage;
  readonly words: Words;
};

/** The words of a document in a language. */
export async function documentWords(language: PageLanguage): Promise<Words> {
  const { text } = await import(`./page/texts/${language}/app.ts`);
  return text;
}

/** The document of every page; the frame shows the page of the address in it. */
export function portalDocument({ root, importMap, modules, language, words }: DocumentParts): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>${words.name}</title>
<link rel="icon" href="${root}/page/mark.svg" type="image/svg+xml">
<script>${THEME_SCRIPT}</script>
<script type="importmap">${JSON.stringify(importMap)}</script>
<link rel="stylesheet" href="${root}/page/styles/tokens.css">
<link rel="stylesheet" href="${root}/page/styles/document.css">
${modules.map((path) => `<link rel="modulepreload" href="${root}${path}">`).join('\n')}
<script type="module" src="${root}/page/app.ts"></script>
</head>
<body>
<portal-app id="content"></portal-app>
<noscript>${words.noScript.before} <a href="/openapi.json">${words.noScript.link}</a>.</noscript>
</body>
</html>
`;
}

/**
 * What a page may do: run the site's own scripts, reach this origin and, for pictures, the image store.
 *
 * @param imageStoreOrigin e.g. `https://images.example.com`
 */
export function contentSecurityPolicy(importMap: ImportMap, imageStoreOrigin: string): string {
  const hashes = [THEME_SCRIPT, JSON.stringify(importMap)].map(
    (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(' ')}`,
    "style-src 'self'",
    `img-src 'self' blob: data: ${imageStoreOrigin}`,
    `connect-src 'self' ${imageStoreOrigin}`,
    "media-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ].join('; ');
}
