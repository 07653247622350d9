import { anywhere, checkUrl, publicOnly, type UrlPolicy } from '@styling/fetching';
import { ServiceError } from '@styling/service';

/** Where deliveries may go. */
export type AddressRules = {
  /** Which hosts and ports, checked again at every attempt. */
  readonly policy: UrlPolicy;
  readonly allowsHttp: boolean;
};

/** @param allowsPrivate for trials on one machine only */
export const addressRules = (allowsPrivate: boolean): AddressRules => ({
  policy: allowsPrivate ? anywhere : publicOnly,
  allowsHttp: allowsPrivate,
});

/**
 * Checks what can be checked of a webhook's address before its name is resolved.
 *
 * @throws ServiceError `invalid_url`, `not_https` or `forbidden_url`, of the field `url`
 */
export function checkAddress(url: string, { policy, allowsHttp }: AddressRules): void {
  const { protocol, port } = checkUrl(url, 'url', policy);
  if (protocol !== 'https:' && !allowsHttp) throw new ServiceError('not_https', { field: 'url' });
  // `https://host:80`, which the policy of pictures allows.
  if (port === '80' && !allowsHttp) {
    throw new ServiceError('forbidden_url', { field: 'url', details: 'the port must be 443' });
  }
}
