import type { PageLanguage } from './page/texts/languages.ts';

/** An import map, as a document has it. */
export type ImportMap = { readonly imports: Readonly<Record<string, string>> };

/**
 * Where the modules of the pages lie in a browser, by the names that they are imported by.
 *
 * @param root of the site's files, e.g. `/portal/v/8f3a…`; empty: paths of `SiteFiles`
 */
export function importMap(root: string, language: PageLanguage): ImportMap {
  const vendor = `${root}/vendor`;
  return {
    imports: {
      '#texts/': `${root}/page/texts/${language}/`,
      '@styling/client': `${root}/client/index.ts`,
      lit: `${vendor}/lit/index.js`,
      'lit/': `${vendor}/lit/`,
      'lit-html': `${vendor}/lit-html/lit-html.js`,
      'lit-html/': `${vendor}/lit-html/`,
      'lit-element/': `${vendor}/lit-element/`,
      '@lit/reactive-element': `${vendor}/@lit/reactive-element/reactive-element.js`,
      '@lit/reactive-element/': `${vendor}/@lit/reactive-element/`,
      '@lit/task': `${vendor}/@lit/task/index.js`,
      'client-zip': `${vendor}/client-zip/index.js`,
    },
  };
}

/**
 * The address that a module's import leads to.
 *
 * @param from address of the importing module, a path
 * @returns undefined if the browser could not resolve it either
 */
export function resolveImport(specifier: string, from: string, imports: Readonly<Record<string, string>>) {
  if (/^\.{0,2}\//.test(specifier)) return new URL(specifier, `http://site${from}`).pathname;
  if (imports[specifier] !== undefined) return imports[specifier];
  const prefix = Object.keys(imports).find((name) => name.endsWith('/') && specifier.startsWith(name));
  return prefix && imports[prefix] + specifier.slice(prefix.length);
}
