import { dirname, relative } from 'node:path/posix';
import { parse } from 'es-module-lexer/js';
import type { ImportMap } from './import-map.ts';
import { moduleGraph } from './module-graph.ts';
import { moduleParts } from './module-parts.ts';
import { type SiteFile, type SiteFiles, sourceOf } from './site-files.ts';

const APP = '/page/app.ts';
/** Where the portal is entered: what it needs is loaded with the frame. */
const FIRST = '/page/pages/studio.ts';
/** Made here: modules of several other pages. */
const SHARED = '/page/pages.ts';
const PAGE = /^\/page\/pages\/[^/]+\.ts$/;

/**
 * The site with few modules in place of many: a request costs more than most of them, and together they compress better. Each page
 * is joined with what only it imports, the frame with what it imports, and what several pages import is one module besides, or of the
 * frame if the first page is among them. Every module can still be imported at its path, and is the same one: nothing runs twice.
 *
 * @param imports of an import map whose root is empty, in which the names of texts lead to those of one language
 * @throws Error of an import or export that cannot be rewritten
 */
export function joinSite(files: SiteFiles, { imports }: ImportMap): SiteFiles {
  const { resolve, inOrder } = moduleGraph(files, imports);
  const names = new Map([...files.keys()].map((path, index) => [path, `module$${index}`]));
  const nameOf = (path: string): string => names.get(path) ?? '';

  const pages = [...files.keys()].filter((path) => PAGE.test(path));
  const reach = new Map(pages.map((page) => [page, new Set(inOrder([page]))]));
  const sharing = (path: string) => pages.filter((page) => reach.get(page)?.has(path));
  const shared = [...new Set([...reach.values()].flatMap((paths) => [...paths]))].filter(
    (path) => sharing(path).length > 1,
  );
  const owners = new Map<string, string>();
  const give = (owner: string, paths: readonly string[]): void => {
    for (const path of inOrder(paths)) if (!owners.has(path)) owners.set(path, owner);
  };
  give(APP, [...shared.filter((path) => sharing(path).includes(FIRST)), APP]);
  give(SHARED, shared);
  for (const page of pages) give(page, [page]);

  const joined = new Map<string, SiteFile>(files);
  for (const owner of new Set(owners.values())) {
    const members = [...owners].filter(([, each]) => each === owner).map(([path]) => path);
    joined.set(owner, module(join(owner, members)));
    for (const path of members.filter((path) => path !== owner)) joined.set(path, module(stub(path, owner)));
  }
  return joined;

  /** @param members dependencies first */
  function join(owner: string, members: readonly string[]): string {
    const others = new Map<string, string>();
    const external = (path: string): string => {
      const from = owners.get(path);
      const names = from ? `{ ${nameOf(path)} }` : `* as ${nameOf(path)}`;
      others.set(path, `import ${names} from '${address(owner, from ?? path)}';`);
      return nameOf(path);
    };
    const functions = members.map((path) => {
      const pathOf = (specifier: string): string => {
        const to = resolve(specifier, path);
        if (to === undefined) throw new Error(`${path} imports ${specifier}, which is not there`);
        return to;
      };
      const { body, members: exported } = moduleParts(sourceOf(files, path), {
        moduleOf: (specifier) => (owners.get(pathOf(specifier)) === owner ? nameOf : external)(pathOf(specifier)),
        addressOf: (specifier) => address(owner, pathOf(specifier)),
        meta: `({ url: new URL('${address(owner, path)}', import.meta.url).href })`,
      });
      return `const ${nameOf(path)} = (() => {\n${body}\nreturn { ${exported.join(', ')} };\n})();`;
    });
    const all = `export { ${members.map(nameOf).join(', ')} };`;
    return [...others.values(), ...functions, all, exporting(owner)].join('\n');
  }

  function stub(path: string, owner: string): string {
    return `import { ${nameOf(path)} } from '${address(path, owner)}';\n${exporting(path)}`;
  }

  function exporting(path: string): string {
    const exported = files.has(path) ? exportsOf(path) : [];
    return exported.length === 0 ? '' : `export const { ${exported.join(', ')} } = ${nameOf(path)};`;
  }

  function exportsOf(path: string): string[] {
    const source = sourceOf(files, path);
    const [found, names] = parse(source);
    const all = found.filter(({ ss, s }) => /^export\s*\*\s*from\s*['"]$/.test(source.slice(ss, s)));
    return [
      ...new Set([...names.map(({ n }) => n), ...all.flatMap(({ n = '' }) => exportsOf(resolve(n, path) ?? ''))]),
    ];
  }
}

const address = (from: string, to: string): string => {
  const path = relative(dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
};

const module = (text: string): SiteFile => ({ type: 'text/javascript; charset=utf-8', bytes: Buffer.from(text) });
