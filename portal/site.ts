import { glob, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { type Manifest, portalDocument, referenceDocument, withModulesOf } from './document.ts';
import { type PageName, PORTAL_PATH, routeOf } from './page/routes.ts';
import { type FileSender, fileSender } from './send-file.ts';
import { prepareSite } from './site-folder.ts';

/** Answers a GET or HEAD, or leaves it to whom comes next. */
type Serve = (request: IncomingMessage, response: ServerResponse, next: () => void) => Promise<void>;

/** Where the reference of the API is. */
const DOCS_PATH = '/docs';
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
  // Elements for shops keep the address of their source.
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
    const { files, documentOf, reference } = await site;
    if (url.pathname === DOCS_PATH) return reference(request, response);
    if (/^\/(page|examples)\//.test(path)) {
      const send = files.get(path);
      return send ? send(request, response) : next();
    }
    const route = routeOf(url);
    return documentOf(route?.page)(request, response, route ? 200 : 404);
  };
  const toReference = async (_: IncomingMessage, response: ServerResponse): Promise<void> =>
    void response.writeHead(302, { Location: DOCS_PATH, 'Content-Length': 0 }).end();
  return {
    [DOCS_PATH]: serve,
    [`${PORTAL_PATH}/reference`]: toReference,
    [PORTAL_PATH]: serve,
    [`${PORTAL_PATH}/`]: serve,
    [`${PORTAL_PATH}/*path`]: serve,
  };
}

type Site = {
  /** Files by path below `/portal`. */
  readonly files: ReadonlyMap<string, FileSender>;
  readonly documentOf: (page: PageName | undefined) => FileSender;
  /** The page of the API's reference. */
  readonly reference: FileSender;
};

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
  const read = (name: string) => readFile(join(folder, name), 'utf8');
  const [html, docs, json] = await Promise.all([read('index.html'), read('docs.html'), read('manifest.json')]);
  const manifest: Manifest = JSON.parse(json);
  const documents = new Map<PageName | undefined, FileSender>();
  const documentOf = (page: PageName | undefined): FileSender => {
    const send = documents.get(page) ?? portalDocument(withModulesOf(page, html, manifest), imageStoreOrigin);
    documents.set(page, send);
    return send;
  };
  return { files, documentOf, reference: referenceDocument(docs, imageStoreOrigin) };
}
