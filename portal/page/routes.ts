/** Pages by path, below `/portal`. */
const PAGES = [
  ['/', 'studio'],
  ['/style-me', 'studio'],
  ['/analyse', 'studio'],
  ['/images', 'images'],
  ['/images/:id', 'image'],
  ['/jobs', 'jobs'],
  ['/jobs/:id', 'job'],
  ['/events', 'events'],
  ['/usage', 'usage'],
  ['/keys', 'keys'],
  ['/webhooks', 'webhooks'],
  ['/webhooks/:id', 'webhook'],
  ['/account', 'account'],
  ['/sign-in', 'sign-in'],
] as const;

/** A page: its module is `pages/<name>.ts`, its element `portal-<name>`, its title in `texts/app.ts`. */
export type PageName = (typeof PAGES)[number][1];

/** A path of the portal, and what it shows. */
export type Route = {
  readonly page: PageName;
  /** Parts of the path, e.g. `{ id }`, and the parameters of the query. */
  readonly params: Readonly<Record<string, string>>;
};

const PATTERNS = PAGES.map(
  ([path, page]) => [new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`), page] as const,
);

/** Where the portal is served. */
export const PORTAL_PATH = '/portal';

/**
 * The page of an address.
 *
 * @param url of the origin of the portal
 * @returns undefined if it is none of the portal's
 */
export function routeOf(url: Pick<URL, 'pathname' | 'searchParams'>): Route | undefined {
  const { pathname, searchParams } = url;
  if (pathname !== PORTAL_PATH && !pathname.startsWith(`${PORTAL_PATH}/`)) return undefined;
  const path = pathname.slice(PORTAL_PATH.length).replace(/\/$/, '') || '/';
  for (const [pattern, page] of PATTERNS) {
    const match = pattern.exec(path);
    if (match) return { page, params: { ...Object.fromEntries(searchParams), ...decoded(match.groups ?? {}) } };
  }
  return undefined;
}

function decoded(groups: Readonly<Record<string, string>>): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]));
  } catch {
    return { ...groups };
  }
}
