import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { contentSecurityPolicy, portalDocument } from './document.ts';
import { importMap } from './import-map.ts';
import { joinSite } from './join-site.ts';
import { moduleGraph } from './module-graph.ts';
import { type PageName, PORTAL_PATH, routeOf } from './page/routes.ts';
import { fileSender } from './send-file.ts';
import { readSiteFiles, type SiteFiles } from './site-files.ts';

/** Answers a GET or HEAD, or leaves it to whom comes next. */
type Serve = (request: IncomingMessage, response: ServerResponse, next: () => void) => Promise<void>;
type Sender = ReturnType<typeof fileSender>;

/** For how long a browser keeps what lies under the hash of its content. */
const FOR_EVER = 'public, max-age=31536000, immutable';
/** Asked for anew each time; the answer is mostly 304. */
const REVALIDATED = 'no-cache';

/**
 * The portal's pages by path, as patterns of express: its document at the path of every page, and its files. They need no session.
 * They are read, stripped of types and compressed at the first request for them, so that a gateway's start does not wait.
 *
 * Files lie under `/portal/v/<version>/…`, a hash of all of them, where they are kept for ever, so that a second visit loads
 * nothing; under the version of another gateway, during a release, its own are sent and not kept. They also lie at
 * `/portal/page/…`, `/portal/client/…` and `/portal/vendor/…`, for pages that embed an element.
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
    site ??= readSite(imageStoreOrigin);
    // A file that cannot be read now may be readable at the next request.
    site.catch(() => {
      site = undefined;
    });
    const { documentOf, fileAt } = await site;
    if (/^\/(v|page|client|vendor|examples)\//.test(path)) {
      const send = fileAt(path);
      return send ? send(request, response) : next();
    }
    const route = routeOf(url);
    return documentOf(route?.page)(request, response, route ? 200 : 404);
  };
  return { [PORTAL_PATH]: serve, [`${PORTAL_PATH}/`]: serve, [`${PORTAL_PATH}/*path`]: serve };
}

type Site = {
  readonly documentOf: (page: PageName | undefined) => Sender;
  readonly fileAt: (path: string) => Sender | undefined;
};

async function readSite(imageStoreOrigin: string): Promise<Site> {
  const files = await readSiteFiles();
  const joined = joinSite(files);
  const version = versionOf(joined);
  const root = `${PORTAL_PATH}/v/${version}`;
  const map = importMap(root);
  const headers = {
    'Cache-Control': REVALIDATED,
    'Content-Security-Policy': contentSecurityPolicy(map, imageStoreOrigin),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(self), microphone=(), geolocation=()',
    'Referrer-Policy': 'no-referrer',
  };
  const { inOrder } = moduleGraph(joined, importMap('').imports);
  const modulesOf = (page: PageName | undefined): string[] =>
    inOrder(['/page/app.ts', `/page/pages/${page}.ts`]).filter((path) => joined.has(path));
  const documents = new Map<PageName | undefined, Sender>();
  const documentOf = (page: PageName | undefined): Sender => {
    const known = documents.get(page);
    if (known) return known;
    const text = portalDocument({ root, importMap: map, modules: modulesOf(page) });
    const send = fileSender({ type: 'text/html; charset=utf-8', bytes: Buffer.from(text) }, headers);
    documents.set(page, send);
    return send;
  };
  const senders = (files: SiteFiles, cacheControl: string) =>
    new Map([...files].map(([path, file]) => [path, fileSender(file, { 'Cache-Control': cacheControl })]));
  const versioned = senders(joined, FOR_EVER);
  const plain = senders(files, REVALIDATED);

  return {
    documentOf,
    fileAt(path) {
      const [, asked, rest] = /^\/v\/([^/]+)(\/.*)$/.exec(path) ?? [];
      return asked === version ? versioned.get(rest ?? '') : plain.get(rest ?? path);
    },
  };
}

function versionOf(files: SiteFiles): string {
  const hash = createHash('sha256');
  for (const [path, { bytes }] of files) hash.update(path).update(bytes);
  return hash.digest('base64url').slice(0, 12);
}
