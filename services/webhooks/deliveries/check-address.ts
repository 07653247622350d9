import { anywhere, checkUrl, type UrlPolicy } from '@styling/fetching';
import { ServiceError } from '@styling/service';

/** Allows http only by `anywhere`; no DNS. @throws ServiceError `invalid_url`, `not_https` or `forbidden_url` */
export function checkAddress(url: string, policy: UrlPolicy): void {
  const { protocol, port } = checkUrl(url, 'url', policy);
  if (policy === anywhere) return;
  if (protocol !== 'https:') throw new ServiceError('not_https', { field: 'url' });
  // `https://host:80`, which the policy of pictures allows.
  if (port === '80') throw new ServiceError('forbidden_url', { field: 'url', details: 'the port must be 443' });
}
