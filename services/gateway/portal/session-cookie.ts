import type { IncomingMessage } from 'node:http';
import { ServiceError } from '@styling/service';

const DAY_MS = 86_400_000;

export const SESSION_IDLE_MS = 30 * DAY_MS;
export const SESSION_MS = 90 * DAY_MS;

/** When a session ends that is used at `now` for the last time. */
export const sessionExpiry = (created_at: Date, now: Date): Date =>
  new Date(Math.min(now.getTime() + SESSION_IDLE_MS, created_at.getTime() + SESSION_MS));

type Headed = Pick<IncomingMessage, 'headers'>;

/** Name without https: browsers refuse the prefix then. */
const PLAIN = 'styling_session';
/** Name behind https. By its prefix browsers accept it only from this host, not from a neighbouring one. */
const PREFIXED = `__Host-${PLAIN}`;

/** Not for scripts, nor for requests that another site causes. The server decides when it has expired; see `sessionExpiry`. */
const ATTRIBUTES = 'Path=/; HttpOnly; SameSite=Strict';

/** Whether browsers reach us by https, as `portalUrl` or else the page's own origin says. */
export const isSecure = (request: Headed, portalUrl?: string): boolean =>
  (portalUrl ?? '').startsWith('https:') || ownOrigin(request, portalUrl)?.protocol === 'https:';

/** Secret of the cookie, behind https of the prefixed one; `''` if doubled, as a host beside this one can add one. */
export function sessionCookieOf(request: Headed, portalUrl?: string): string | undefined {
  const prefixed = valuesOf(request, PREFIXED);
  // A read has no origin, but no browser sends this one without https.
  const values = prefixed.length > 0 || isSecure(request, portalUrl) ? prefixed : valuesOf(request, PLAIN);
  return values.length > 1 ? '' : values[0];
}

/** `Set-Cookie` with which a browser keeps a session. @param secure see {@link isSecure} */
export const sessionCookie = (secret: string, secure: boolean): string =>
  line(secure ? PREFIXED : PLAIN, secret, SESSION_MS / 1000);

/** `Set-Cookie`s with which a browser forgets what it sent. */
export const noSessionCookies = (request: Headed): string[] =>
  [PLAIN, PREFIXED].filter((name) => valuesOf(request, name).length > 0).map((name) => line(name, '', 0));

const line = (name: string, value: string, maxAge: number): string =>
  `${name}=${value}; ${ATTRIBUTES}; Max-Age=${maxAge}${name === PREFIXED ? '; Secure' : ''}`;

const valuesOf = ({ headers }: Headed, name: string): string[] =>
  (headers.cookie ?? '')
    .split(/; */)
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1).trim());

type Asking = Pick<IncomingMessage, 'method' | 'headers'>;

/**
 * Whether a request may use a session: pages of other sites must not act, or read, with its cookie. `Sec-Fetch-Site`
 * decides: `same-origin`, or `none` for a typed address. Browsers send it over https and to localhost only, else
 * `Origin` with whatever changes something; a read may have neither.
 */
export function isSameOrigin({ method, headers }: Asking, portalUrl?: string): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || (site === 'none' && isRead);
  if (headers.origin === undefined) return isRead;
  return ownOrigin({ headers }, portalUrl) !== undefined;
}

/** The `Origin` of a request, if it is that of `portalUrl` or of the host that was asked. */
export function ownOrigin({ headers }: Pick<Asking, 'headers'>, portalUrl?: string): URL | undefined {
  // `null`, of a sandboxed frame for example, is no URL.
  const url = URL.parse(headers.origin ?? '');
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  // In the form of a URL: lower case, without the port that the protocol implies.
  const asked = URL.parse(`${url.protocol}//${headers.host ?? ''}`);
  const isOurs = url.host === asked?.host || url.origin === URL.parse(portalUrl ?? '')?.origin;
  return isOurs ? url : undefined;
}

/** The page's origin, which a passkey belongs to. @throws ServiceError `cross_site` if it is not ours, or unknown */
export function requireOrigin(request: Headed, portalUrl?: string): URL {
  const origin = ownOrigin(request, portalUrl);
  if (!origin) throw new ServiceError('cross_site');
  return origin;
}

/** @throws ServiceError `cross_site`, see {@link isSameOrigin} */
export function requireSameOrigin(request: Asking, portalUrl?: string): void {
  if (!isSameOrigin(request, portalUrl)) throw new ServiceError('cross_site');
}
