import type { LookupFunction } from 'node:net';
import { ServiceError } from '@styling/service';
import { failure } from './failure.ts';
import type { Resolve, ResolvedAddress } from './resolve-host.ts';
import type { UrlPolicy } from './url-policy.ts';

/**
 * A socket lookup that only returns addresses `policy` allows: the checked address is the one connected to, which rules
 * out DNS rebinding. One forbidden address forbids the name.
 */
export function guardedLookup(resolve: Resolve, field: string, policy: UrlPolicy, signal: AbortSignal): LookupFunction {
  async function checked(hostname: string): Promise<[ResolvedAddress, ...ResolvedAddress[]]> {
    const [first, ...others] = await resolve(hostname, signal);
    if (!first) throw failure('ENODATA');
    for (const { address } of [first, ...others]) {
      if (!policy.allowsAddress(address)) throw new ServiceError('forbidden_url', { field });
    }
    return [first, ...others];
  }

  return (hostname, options, callback) => {
    checked(hostname).then(
      (addresses) => {
        if (options.all) callback(null, addresses);
        else callback(null, addresses[0].address, addresses[0].family);
      },
      (error) => callback(error, []),
    );
  };
}
