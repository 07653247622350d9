import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JoinedSite } from './build-site.ts';
import { chooseLanguage } from './choose-language.ts';
import { contentSecurityPolicy, documentWords, portalDocument } from './document.ts';
import { importMap } from './import-map.ts';
import { type PageName, PORTAL_PATH, routeOf } from './page/routes.ts';
import type { PageLanguage } from './page/texts/languages.ts';
import { prepareSite } from './prepare-site.ts';
import { fileSender } from './send-file.ts';
import type { SiteFiles } from './site-files.ts';

/** Answers a GET or HEAD, or leaves it to whom comes next. */
type Serve = (request: IncomingMessage, response: ServerResponse, next: () => void) => Promise<void>;
type Sender = ReturnType<typeof fileSender>;

/** For how long a browser keeps what lies under the hash of its content. */
const FOR_EVER = 'public, max-age=31536000, immutable';
/** Asked for anew each time; the answer is mostly 304. */
const REVALIDATED = 'no-cache';

/**
 * The portal's pages by path, as patterns of express: its document at the path of every page, and its files. They need no session.
 * They are compressed at the first request for them, and built by then if `prepareSite` was not called before.
 *
 * Files lie under `/portal/v/<version>/…`, a hash of all of them in one language, where they are kept for ever, so that a second visit
 * loads nothing; under the version of another gateway, during a release, its own are sent and not kept. They also lie at
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
    site ??= openSite(imageStoreOrigin).catch((error) => {
      // A file that cannot be read now may be readable at the next request.
      site = undefined;
      throw error;
    });
    const { documentOf, fileAt } = await site;
    if (/^\/(v|page|client|vendor|examples)\//.test(path)) {
      const send = fileAt(path);
      return send ? send(request, response) : next();
    }
    const route = routeOf(url);
    return documentOf(chooseLanguage(request.headers), route?.page)(request, response, route ? 200 : 404);
  };
  return { [PORTAL_PATH]: serve, [`${PORTAL_PATH}/`]: serve, [`${PORTAL_PATH}/*path`]: serve };
}

type Site = {
  readonly documentOf: (language: PageLanguage, page: PageName | undefined) => Sender;
  readonly fileAt: (path: string) => Sender | undefined;
};

async function openSite(imageStoreOrigin: string): Promise<Site> {
  const { files, joined } = await prepareSite();
  const plain = senders(files, REVALIDATED);
  const versions = new Map([...joined.values()].map(({ version, files }) => [version, senders(files, FOR_EVER)]));
  const documents = new Map<string, Sender>();
  for (const [language, site] of joined) {
    for (const [page, send] of await documentsOf(site, language, imageStoreOrigin)) {
      documents.set(`${language} ${page}`, send);
    }
  }
  return {
    documentOf(language, page) {
      const send = documents.get(`${language} ${page}`);
      if (!send) throw new Error(`no document of ${page} in ${language}`);
      return send;
    },
    fileAt(path) {
      const [, asked = '', rest = path] = /^\/v\/([^/]+)(\/.*)$/.exec(path) ?? [];
      return (versions.get(asked) ?? plain).get(rest);
    },
  };
}

async function documentsOf(site: JoinedSite, language: PageLanguage, imageStoreOrigin: string) {
  const root = `${PORTAL_PATH}/v/${site.version}`;
  const map = importMap(root, language);
  const words = await documentWords(language);
  const headers = {
    'Cache-Control': REVALIDATED,
    'Content-Security-Policy': contentSecurityPolicy(map, imageStoreOrigin),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(self), microphone=(), geolocation=()',
    'Referrer-Policy': 'no-referrer',
    Vary: 'Accept-Language, Cookie',
  };
  return [...site.modulesOf].map(([page, modules]): [PageName | undefined, Sender] => {
    const text = portalDocument({ root, importMap: map, modules, language, words });
    return [page, fileSender({ type: 'text/html; charset=utf-8', bytes: Buffer.from(text) }, headers)];
  });
}

const senders = (files: SiteFiles, cacheControl: string) =>
  new Map([...files].map(([path, file]) => [path, fileSender(file, { 'Cache-Control': cacheControl })]));
