import { isIP } from 'node:net';
import { urlFault } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import ipaddr from 'ipaddr.js';

/** IPv6 space allocated to the public internet; everything else is special or unassigned (IANA, RFC 4291). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Public-looking addresses that are internal to a cloud: the Azure platform's (DNS, metadata). */
const cloudInternal: ReadonlySet<string> = new Set(['168.63.129.16']);

/**
 * Whether `address` (an IPv4 or IPv6 literal) is a host of the public internet: not loopback, private, link-local,
 * shared, reserved, multicast, documentation, translated or tunnelled space (IANA special-purpose registries), nor internal
 * to a cloud. An IPv4-mapped IPv6 address is treated as the IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  if (parsed instanceof ipaddr.IPv6) return parsed.match(globalUnicast);
  return !cloudInternal.has(parsed.toString());
}

/** Host names that resolve only inside a private network, such as a cluster's services. */
const PRIVATE_NAME = /^[^.]*$|\.(local|localhost|internal|svc|lan|localdomain|home\.arpa|test)$/;

/** Whether the host of an http(s) URL is inside a private network, by its name or its literal address; nothing is resolved. */
export function isPrivateHost(url: string): boolean {
  // A full stop at the end makes a name absolute, not another one.
  const host = new URL(url).hostname.replace(/^\[|\]$|\.$/g, '');
  const isAddress = /^[\d.]+$|:/.test(host);
  return isAddress ? !isPublicAddress(host) : PRIVATE_NAME.test(host);
}

/** Which hosts may be fetched from. */
export type UrlPolicy = {
  /** Called for every URL, redirects included; default: all are allowed. */
  allowsUrl?(url: URL): boolean;
  /** @param port as in a parsed URL: `''` for the protocol's default */
  allowsPort(port: string): boolean;
  /** @param address an IPv4 or IPv6 literal */
  allowsAddress(address: string): boolean;
};

const webPorts: ReadonlySet<string> = new Set(['', '80', '443']);

/** Web servers of the public internet. */
export const publicOnly: UrlPolicy = {
  allowsPort: (port) => webPorts.has(port),
  allowsAddress: isPublicAddress,
};

/** Any host: for tests with local servers, never for production. */
export const anywhere: UrlPolicy = { allowsPort: () => true, allowsAddress: () => true };

const WEB_PORTS_ONLY = 'only the ports of the web, 80 and 443, are allowed';

/**
 * Parses a URL from a client or a redirect (WHATWG, which also normalises addresses such as `0x7f.1`) and checks what can
 * be checked before its host name is resolved. Literal addresses are checked here, because they are never looked up.
 *
 * @param base URL that `url` is relative to, for redirects
 * @throws ServiceError `invalid_url`: not http(s), or with credentials; `forbidden_url`: refused by `policy`
 */
export function checkUrl(url: string, field: string, policy: UrlPolicy, base?: URL): URL {
  const parsed = URL.parse(url, base?.href);
  if (!parsed || !['http:', 'https:'].includes(parsed.protocol) || parsed.username || parsed.password) {
    throw new ServiceError('invalid_url', { field, details: urlFault(url) });
  }
  const host = parsed.hostname.replace(/^\[(.*)\]$/, '$1');
  if ((isIP(host) && !policy.allowsAddress(host)) || policy.allowsUrl?.(parsed) === false) {
    throw new ServiceError('forbidden_url', { field });
  }
  if (!policy.allowsPort(parsed.port)) throw new ServiceError('forbidden_url', { field, details: WEB_PORTS_ONLY });
  return parsed;
}
