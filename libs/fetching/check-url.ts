import { isIP } from 'node:net';
import { urlFault } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import type { UrlPolicy } from './url-policy.ts';

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
