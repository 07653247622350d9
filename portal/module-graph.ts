import { parse } from 'es-module-lexer/js';
import { resolveImport } from './import-map.ts';
import { isStatic } from './module-parts.ts';
import { type SiteFiles, sourceOf } from './site-files.ts';

/** The modules of a site, by their path as in its files. */
export type ModuleGraph = {
  /** The path that an import of a module leads to; undefined if it is none of the site's. */
  readonly resolve: (specifier: string, from: string) => string | undefined;
  /** The modules that have to run before these have, these included, each after those that it imports itself. */
  readonly inOrder: (paths: Iterable<string>) => string[];
};

/** Reads what the modules of a site import. @param imports of an import map whose root is empty */
export function moduleGraph(files: SiteFiles, imports: Readonly<Record<string, string>>): ModuleGraph {
  const resolve = (specifier: string, from: string): string | undefined => {
    const path = resolveImport(specifier, from, imports);
    return path !== undefined && files.has(path) ? path : undefined;
  };
  const known = new Map<string, string[]>();
  const importsOf = (path: string): string[] => {
    const imported = known.get(path) ?? readImports(path);
    known.set(path, imported);
    return imported;
  };
  const readImports = (path: string): string[] =>
    parse(sourceOf(files, path))[0]
      .filter(isStatic)
      .flatMap(({ n = '' }) => resolve(n, path) ?? []);
  const inOrder = (paths: Iterable<string>): string[] => {
    const ordered = new Set<string>();
    const seen = new Set<string>();
    const visit = (path: string): void => {
      if (seen.has(path)) return;
      seen.add(path);
      importsOf(path).forEach(visit);
      ordered.add(path);
    };
    for (const path of paths) visit(path);
    return [...ordered];
  };
  return { resolve, inOrder };
}
