import type { IncomingMessage } from 'node:http';
import { ownOrigin } from './same-origin.ts';
import { SESSION_MS } from './session-life.ts';

type Asking = Pick<IncomingMessage, 'headers'>;

/** Without https: browsers refuse the prefix then. */
const PLAIN = 'styling_session';
/** Behind https. The prefix makes browsers take it from this very host only, so that no host beside it can set one. */
const PREFIXED = `__Host-${PLAIN}`;

/** Not for scripts, nor for requests that another site causes. The server decides when it has expired; see `sessionExpiry`. */
const ATTRIBUTES = 'Path=/; HttpOnly; SameSite=Strict';

/** Whether browsers reach us by https, as `portalUrl` or else the page's own origin says. */
export const isSecure = (request: Asking, portalUrl?: string): boolean =>
  (portalUrl ?? '').startsWith('https:') || ownOrigin(request, portalUrl)?.protocol === 'https:';

/**
 * The session's secret as the cookie of a request; undefined without one. Behind https only the prefixed cookie counts. Of several with
 * one name none does (`''`): a host beside this one can add its own, and which of them comes first says nothing.
 */
export function sessionCookieOf(request: Asking, portalUrl?: string): string | undefined {
  const prefixed = valuesOf(request, PREFIXED);
  // A read has no origin, but no browser sends this one without https.
  const values = prefixed.length > 0 || isSecure(request, portalUrl) ? prefixed : valuesOf(request, PLAIN);
  return values.length > 1 ? '' : values[0];
}

/** `Set-Cookie` with which a browser keeps a session. @param secure see {@link isSecure} */
export const sessionCookie = (secret: string, secure: boolean): string =>
  line(secure ? PREFIXED : PLAIN, secret, SESSION_MS / 1000);

/** `Set-Cookie`s with which a browser forgets what it sent. */
export const noSessionCookies = (request: Asking): string[] =>
  [PLAIN, PREFIXED].filter((name) => valuesOf(request, name).length > 0).map((name) => line(name, '', 0));

const line = (name: string, value: string, maxAge: number): string =>
  `${name}=${value}; ${ATTRIBUTES}; Max-Age=${maxAge}${name === PREFIXED ? '; Secure' : ''}`;

const valuesOf = ({ headers }: Asking, name: string): string[] =>
  (headers.cookie ?? '')
    .split(/; */)
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1).trim());
