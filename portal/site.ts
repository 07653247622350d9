import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { type PageName, PORTAL_PATH, routeOf } from './page/routes.ts';
import { type FileSender, fileSender } from './send-file.ts';
import { prepareSite } from './site-folder.ts';

/** Answers a GET or HEAD, or leaves it to whom comes next. */
type Serve = (request: IncomingMessage, response: ServerResponse, next: () => void) => Promise<void>;

/** For how long a browser keeps what has the hash of its content in its name. */
const FOR_EVER = 'public, max-age=31536000, immutable';
/** Asked for anew each time; the answer is mostly 304. */
const REVALIDATED = 'no-cache';
const HASHED = /-[\w-]{8}\.\w+$/;
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  // Of elements for shops, which keep the address of their source.
  '.ts': 'text/javascript; charset=utf-8',
};

/**
 * The portal's pages by path, as patterns of express: its document at the path of every page, and its files. They need no session. The
 * site is built at the first request if `prepareSite` was not called before.
 *
 * @param options.imageStoreOrigin where pictures are fetched from
 */
export function portalSite({
  imageStoreOrigin,
}: {
  readonly imageStoreOrigin: string;
}): Readonly<Record<string, Serve>> {
  let site: Promise<Site> | undefined;

  const serve: Serve = async (request, response, next) => {
    const url = new URL(request.url ?? '/', 'http://portal');
    const path = url.pathname.slice(PORTAL_PATH.length);
    if (path.startsWith('/api/')) return next();
    site ??= openSite(imageStoreOrigin).catch((error) => {
      // A file that cannot be read now may be readable at the next request.
      site = undefined;
      throw error;
    });
    const { files, documentOf } = await site;
    if (/^\/(page|examples)\//.test(path)) {
      const send = files.get(path);
      return send ? send(request, response) : next();
    }
    const route = routeOf(url);
    return documentOf(route?.page)(request, response, route ? 200 : 404);
  };
  return { [PORTAL_PATH]: serve, [`${PORTAL_PATH}/`]: serve, [`${PORTAL_PATH}/*path`]: serve };
}

type Site = {
  /** By path below `/portal`. */
  readonly files: ReadonlyMap<string, FileSender>;
  readonly documentOf: (page: PageName | undefined) => FileSender;
};

/** What Vite writes of each module that is an entry: its file, and the keys of those it imports. */
type Manifest = Readonly<Record<string, { readonly file: string; readonly imports?: readonly string[] }>>;

async function openSite(imageStoreOrigin: string): Promise<Site> {
  const folder = await prepareSite();
  const files = new Map<string, FileSender>();
  for await (const name of glob('{page,examples}/**/*.{css,jpg,js,svg,ts}', { cwd: folder })) {
    const path = join(folder, name);
    const type = TYPES[extname(name)] ?? '';
    const read = async (extension: string) => (type === 'image/jpeg' ? undefined : readFile(path + extension));
    const [bytes, br, gzip] = await Promise.all([readFile(path), read('.br'), read('.gz')]);
    const headers = { 'Cache-Control': HASHED.test(name) ? FOR_EVER : REVALIDATED };
    files.set(`/${name}`, fileSender({ type, bytes, ...(br && gzip && { compressed: { br, gzip } }) }, headers));
  }
  const html = await readFile(join(folder, 'index.html'), 'utf8');
  const manifest: Manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
  const headers = {
    'Cache-Control': REVALIDATED,
    'Content-Security-Policy': contentSecurityPolicy(html, imageStoreOrigin),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(self), microphone=(), geolocation=()',
    'Referrer-Policy': 'no-referrer',
  };
  const documents = new Map<PageName | undefined, FileSender>();
  const documentOf = (page: PageName | undefined): FileSender => {
    const bytes = Buffer.from(withModulesOf(page, html, manifest));
    const send = documents.get(page) ?? fileSender({ type: 'text/html; charset=utf-8', bytes }, headers);
    documents.set(page, send);
    return send;
  };
  return { files, documentOf };
}

/** The document with links to what a page needs beside the frame, so that both are loaded at the same time. */
function withModulesOf(page: PageName | undefined, html: string, manifest: Manifest): string {
  const needed = new Set<string>();
  const visit = (key: string): void => {
    const { file, imports = [] } = manifest[key] ?? {};
    if (file === undefined || needed.has(file)) return;
    needed.add(file);
    imports.forEach(visit);
  };
  visit(`page/pages/${page}.ts`);
  const links = [...needed]
    .map((file) => `${PORTAL_PATH}/${file}`)
    .filter((path) => !html.includes(path))
    .map((path) => `<link rel="modulepreload" crossorigin href="${path}">\n`);
  return html.replace('</head>', `${links.join('')}</head>`);
}

/** What a page may do: run the site's own scripts, reach this origin and, for pictures, the image store, e.g. `https://images.example.com`. */
function contentSecurityPolicy(html: string, imageStoreOrigin: string): string {
  const inline = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) => script);
  const hashes = inline.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
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
