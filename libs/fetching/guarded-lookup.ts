import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { ServiceError } from '@styling/service';
import type { UrlPolicy } from './url-policy.ts';

/** An address a host name resolves to. */
export type ResolvedAddress = { address: string; family: number };

/** Resolves a host name to all its addresses; rejects when it has none. */
export type Resolve = (hostname: string) => Promise<ResolvedAddress[]>;

/** Resolves with the operating system's resolver. */
export const resolveBySystem: Resolve = (hostname) => lookup(hostname, { all: true });

/**
 * A socket lookup that only returns addresses `policy` allows: the checked address is the one connected to, which rules
 * out DNS rebinding. One forbidden address forbids the name.
 */
export function guardedLookup(resolve: Resolve, field: string, policy: UrlPolicy): LookupFunction {
  async function checked(hostname: string): Promise<[ResolvedAddress, ...ResolvedAddress[]]> {
    const [first, ...others] = await resolve(hostname);
    if (!first) throw new ServiceError('unreachable_url', { field });
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
