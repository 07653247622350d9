import { isIP } from 'node:net';
import { urlFault } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import ipaddr from 'ipaddr.js';

/** Public space; the rest is special or unassigned (IANA, RFC 4291). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Public-looking, but internal to a cloud: the Azure platform's (DNS, metadata). */
const cloudInternal: ReadonlySet<string> = new Set(['168.63.129.16']);

/** Public by IANA's special-purpose registries and not cloud-internal; IPv4-mapped IPv6 counts as IPv4. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  if (parsed instanceof ipaddr.IPv6) return parsed.match(globalUnicast);
  return !cloudInternal.has(parsed.toString());
}

/** Resolved only inside a private network, such as a cluster's services. */
const PRIVATE_NAME = /^[^.]*$|\.(local|localhost|internal|svc|lan|localdomain|home\.arpa|test)$/;

/** Whether a URL's host is private by its name or literal address; resolves nothing. */
export function isPrivateHost(url: string): boolean {
  // A full stop at the end only makes a name absolute.
  const host = new URL(url).hostname.replace(/^\[|\]$|\.$/g, '');
  const isAddress = /^[\d.]+$|:/.test(host);
  return isAddress ? !isPublicAddress(host) : PRIVATE_NAME.test(host);
}

export type UrlPolicy = {
  /** For every URL, redirects included; default: all. */
  allowsUrl?(url: URL): boolean;
  /** `''`: the protocol's default. */
  allowsPort(port: string): boolean;
  allowsAddress(address: string): boolean;
};

const webPorts: ReadonlySet<string> = new Set(['', '80', '443']);

export const publicOnly: UrlPolicy = {
  allowsPort: (port) => webPorts.has(port),
  allowsAddress: isPublicAddress,
};

/** For tests with local servers, never for production. */
export const anywhere: UrlPolicy = { allowsPort: () => true, allowsAddress: () => true };

const WEB_PORTS_ONLY = 'only the ports of the web, 80 and 443, are allowed';

/**
 * Parses (WHATWG, which normalises `0x7f.1`) and checks all but resolved addresses; literal ones are never looked up.
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
