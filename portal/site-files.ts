import { glob, readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripTypes } from './strip-types.ts';

/** Files by their path below `/portal`, e.g. `/page/app.ts`. */
export type SiteFiles = ReadonlyMap<string, SiteFile>;
/** A file as it is sent, before it is compressed. */
export type SiteFile = { readonly type: string; readonly bytes: Uint8Array };

/** The source of a module; empty if there is none at that path. */
export const sourceOf = (files: SiteFiles, path: string): string =>
  Buffer.from(files.get(path)?.bytes ?? []).toString();

const TYPES: Readonly<Record<string, string>> = {
  '.ts': 'text/javascript; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
};

/** What is sent of a source that is not sent as it lies. Source maps of packages are not served. */
const SERVED: Readonly<Record<string, (source: string) => string>> = {
  '.ts': stripTypes,
  '.js': (source) => source.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'),
};

/** Files of a folder that are served, and below which path. */
type Source = { readonly at: string; readonly folder: string; readonly patterns: readonly string[] };

/** Packages that the pages import: where their modules lie, and from which package Node finds them. */
const VENDOR = [
  { name: 'lit', patterns: ['*.js', 'directives/*.js'] },
  { name: 'lit-html', through: 'lit', patterns: ['*.js', 'directives/*.js'] },
  { name: 'lit-element', through: 'lit', patterns: ['*.js'] },
  { name: '@lit/reactive-element', through: 'lit', patterns: ['*.js'] },
  { name: '@lit/task', patterns: ['*.js'] },
  { name: 'client-zip', patterns: ['index.js'] },
];

/** Reads what the site is made of: pages, the client, packages and example pictures. TypeScript is sent without types. */
export async function readSiteFiles(): Promise<SiteFiles> {
  const files = new Map<string, SiteFile>();
  for (const { at, folder, patterns } of sources()) {
    const names = await Array.fromAsync(glob([...patterns], { cwd: folder, exclude: isOfTests }));
    for (const name of names.sort()) {
      const type = TYPES[extname(name)];
      // `exclude` is not asked about names that have no folder.
      if (type === undefined || isOfTests(name)) continue;
      // One at a time, so that the requests of others are served in between.
      const bytes = await readFile(join(folder, name));
      const served = SERVED[extname(name)];
      files.set(`${at}/${name}`, { type, bytes: served ? Buffer.from(served(bytes.toString())) : bytes });
    }
  }
  return files;
}

const isOfTests = (name: string): boolean => /\.(test|fixture)\.ts$/.test(name);

function sources(): Source[] {
  const here = fileURLToPath(new URL('.', import.meta.url));
  return [
    { at: '/page', folder: join(here, 'page'), patterns: ['**/*.{ts,css,svg}'] },
    { at: '/examples', folder: join(here, 'examples'), patterns: ['**/*.{jpg,webp,svg}'] },
    {
      at: '/client',
      folder: folderOf('@styling/client', import.meta.url),
      patterns: ['*.ts', 'generated/operations.gen.ts'],
    },
    ...VENDOR.map(({ name, through, patterns }) => ({
      at: `/vendor/${name}`,
      folder: folderOf(name, through ? join(folderOf(through, import.meta.url), 'index.js') : import.meta.url),
      patterns,
    })),
  ];
}

function folderOf(packageName: string, from: string): string {
  const path = findPackageJSON(packageName, from);
  if (path === undefined) throw new Error(`package ${packageName} is not installed`);
  return dirname(path);
}
