import { isIP } from 'node:net';
import { ServiceError } from '@styling/service';
import type { UrlPolicy } from './url-policy.ts';

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
    throw new ServiceError('invalid_url', { field });
  }
  const host = parsed.hostname.replace(/^\[(.*)\]$/, '$1');
  const isAllowed = policy.allowsPort(parsed.port) && (policy.allowsUrl?.(parsed) ?? true);
  if (!isAllowed || (isIP(host) && !policy.allowsAddress(host))) {
    throw new ServiceError('forbidden_url', { field });
  }
  return parsed;
}
