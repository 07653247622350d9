import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { importMap } from './import-map.ts';
import { joinSite } from './join-site.ts';
import type { SiteFiles } from './site-files.ts';

// What is joined is run: by Node, as a browser would.

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'styling-joined-'));
});
afterEach(() => rm(folder, { recursive: true }));

const english = importMap('', 'en');
const filesOf = (sources: Record<string, string>): SiteFiles =>
  new Map(Object.entries(sources).map(([path, text]) => [path, { type: 'text/javascript', bytes: Buffer.from(text) }]));

/** Writes the modules as `.mjs`, and returns a way to import them. */
async function written(files: SiteFiles) {
  for (const [path, { bytes }] of files) {
    const file = join(folder, path.replace(/\.ts$/, '.mjs'));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, bytes.toString().replace(/\.ts'/g, ".mjs'").replace(/\.ts"/g, '.mjs"'));
  }
  return (path: string) => import(/* @vite-ignore */ join(folder, path.replace(/\.ts$/, '.mjs')));
}

// Spelled out, it would look like an import of this file.
const UP = '../';
const SOURCES = {
  '/page/app.ts': `import './elements/icon.ts';
import { name as appName, list } from './names.ts';
globalThis.ran.push('app');
export const title = appName + list.length;
export const load = () => import("./pages/a.ts");`,
  '/page/names.ts': `globalThis.ran.push('names');
export const name = 'app';
const hidden = [1, 2];
export { hidden as list };
export const code = \`
import { createClient } from '@styling/client';
export const x = 1;
\`;`,
  '/page/elements/icon.ts': `globalThis.ran.push('icon');
export class Icon {}
export async function draw() { return new Icon(); }`,
  '/page/elements/menu.ts': `import { Icon } from './icon.ts';
globalThis.ran.push('menu');
export class Menu extends Icon {}`,
  '/page/both.ts': `export * from './names.ts';
export { Menu as Both } from './elements/menu.ts';
import * as names from './names.ts';
export const own = names.name;
export {};
`,
  '/page/pages/a.ts': `import { Menu } from '${UP}elements/menu.ts';
import { only } from '${UP}a/only.ts';
import { own, Both, code } from '${UP}both.ts';
globalThis.ran.push('a');
export const page = [only, own, Both === Menu, code.includes('export const x')];
export const later = () => import('${UP}later.ts');`,
  '/page/a/only.ts': `export const only = import.meta.url.replace(/.*\\/page/, '/page');`,
  '/page/later.ts': `import { Menu } from './elements/menu.ts';
import { only } from './a/only.ts';
export { Menu as menu, only as seen };`,
  '/page/pages/b.ts': `import { Menu } from '${UP}elements/menu.ts';
import { own } from '${UP}both.ts';
export const page = [new Menu(), own];`,
};

describe('a site of joined modules', () => {
  it('when it runs, then each module has run once, in its order, with what it imports', async () => {
    const ran: string[] = [];
    Object.assign(globalThis, { ran });
    const load = await written(joinSite(filesOf(SOURCES), english));
    await load('/page/app.ts');
    const a = await load('/page/pages/a.ts');
    expect(a.page).toEqual(['/page/a/only.mjs', 'app', true, true]);
    expect((await (await load('/page/app.ts')).load()).page).toBe(a.page);
    expect((await a.later()).seen).toBe('/page/a/only.mjs');
    const icon = await load('/page/elements/icon.ts');
    const menu = await load('/page/elements/menu.ts');
    const later = await load('/page/later.ts');
    const only = await load('/page/a/only.ts');
    expect(Object.keys(icon).sort()).toEqual(['Icon', 'draw']);
    expect(await icon.draw()).toBeInstanceOf(icon.Icon);
    expect(new later.menu()).toBeInstanceOf(menu.Menu);
    expect([only.only, later.seen]).toEqual(['/page/a/only.mjs', '/page/a/only.mjs']);
    const both = await load('/page/both.ts');
    expect(Object.keys(both).sort()).toEqual(['Both', 'code', 'list', 'name', 'own']);
    expect(ran.toSorted()).toEqual(['a', 'app', 'icon', 'menu', 'names']);
    expect(ran.indexOf('icon')).toBeLessThan(ran.indexOf('menu'));
    expect(ran.indexOf('names')).toBeLessThan(ran.indexOf('app'));
  });

  it('when a page is opened, then it, what it shares with others, and the frame are one module each', () => {
    const joined = joinSite(filesOf({ ...SOURCES, '/page/pages/studio.ts': `import '${UP}names.ts';` }), english);
    const imported = (path: string) => {
      const text = String(joined.get(path)?.bytes);
      return new Set([...text.matchAll(/^import .*?'(\.[^']+)';$/gm)].map(([, from]) => from));
    };
    expect(imported('/page/pages/studio.ts')).toEqual(new Set(['../app.ts']));
    expect(imported('/page/pages/a.ts')).toEqual(new Set(['../pages.ts']));
    expect(imported('/page/pages.ts')).toEqual(new Set(['./app.ts']));
    expect(imported('/page/app.ts')).toEqual(new Set());
  });

  it('given what cannot be rewritten, or is not there, then an error that names it', () => {
    const withApp = (text: string) => () =>
      joinSite(filesOf({ '/page/app.ts': text, '/page/x.ts': 'export const x = 1;' }), english);
    expect(withApp("import x from './x.ts';")).toThrow('import x from ./x.ts: not supported');
    expect(withApp("import { y } from './y.ts';")).toThrow('/page/app.ts imports ./y.ts, which is not there');
    expect(withApp('export const a = 1, b = 2;')).toThrow('export b: not a declaration');
    expect(withApp('export default 1;')).toThrow('export default: not a name');
  });
});
