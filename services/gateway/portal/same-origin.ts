import type { IncomingMessage } from 'node:http';
import { ServiceError } from '@styling/service';

/** The part of a request that shows where it comes from. */
type Asking = Pick<IncomingMessage, 'method' | 'headers'>;

/**
 * Whether a request may use a session: pages of other sites must not act, or read, with somebody else's cookie. `Sec-Fetch-Site`
 * decides: `same-origin`, or `none` for an address that was typed in. Browsers send it over https and to localhost only: else
 * `Origin`, which they send with whatever changes something. A request that only reads may have neither.
 *
 * @param portalUrl where a proxy changes `Host`: the address of this gateway as browsers see it
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
  const { origin, host } = headers;
  // `null`, of a sandboxed frame for example, is no URL.
  if (origin === undefined || !URL.canParse(origin)) return undefined;
  const url = new URL(origin);
  const isOurs = (host !== undefined && url.host === hostOf(url, host)) || url.origin === originOf(portalUrl);
  return isOurs && /^https?:$/.test(url.protocol) ? url : undefined;
}

/** `Host` as a URL has it: lower case, without the port that the protocol implies. */
const hostOf = ({ protocol }: URL, host: string): string | undefined =>
  URL.canParse(`${protocol}//${host}`) ? new URL(`${protocol}//${host}`).host : undefined;

const originOf = (url: string | undefined): string | undefined => (url === undefined ? undefined : new URL(url).origin);

/** @throws ServiceError `cross_site`, see {@link isSameOrigin} */
export function requireSameOrigin(request: Asking, portalUrl?: string): void {
  if (!isSameOrigin(request, portalUrl)) throw new ServiceError('cross_site');
}
