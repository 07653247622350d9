import { resolveImport } from './import-map.ts';
import type { SiteFiles } from './site-files.ts';

/** Static imports of a module; what looks like one in a text leads nowhere, or to a module that is preloaded in vain. */
const IMPORTS = /(?:\bfrom|\bimport)\s*["']([^"'\n]+)["']/g;

/**
 * The modules that are needed before a module runs, itself first, each once.
 *
 * @param root of the files in `imports`
 * @param entry path below the root, as in `files`
 */
export function modulesOf(
  files: SiteFiles,
  imports: Readonly<Record<string, string>>,
  root: string,
  entry: string,
): string[] {
  const seen = new Set<string>();
  const visit = (path: string): void => {
    const file = files.get(path);
    if (!file || seen.has(path)) return;
    seen.add(path);
    for (const [, specifier = ''] of file.bytes.toString().matchAll(IMPORTS)) {
      const address = resolveImport(specifier, root + path, imports);
      if (address?.startsWith(`${root}/`)) visit(address.slice(root.length));
    }
  };
  visit(entry);
  return [...seen];
}
