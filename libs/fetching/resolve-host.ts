import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import { addAbortListener } from 'node:events';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { callbackify } from 'node:util';
import { ServiceError } from '@styling/service';
import { Agent } from 'undici';
import { failure } from './failure.ts';
import type { UrlPolicy } from './url-policy.ts';

/** All addresses; rejects when there is none, and soon after `signal` aborts. */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<LookupAddress[]>;

export type DnsOptions = {
  /** With port; default: `/etc/resolv.conf`. */
  servers?: readonly string[];
  hostsFile?: string;
  /** Per query and server; default 2 s. */
  timeoutMs?: number;
};

/** For hosts of the operator: getaddrinfo holds a libuv thread whatever `signal` does. Else {@link resolveByDns}. */
export const resolveBySystem: Resolve = (hostname) => lookup(hostname, { all: true });

/** Hosts file, then DNS (A, AAAA; one try, no search domains) on own sockets: abortable, delays nothing else. */
export function resolveByDns({ servers, hostsFile = '/etc/hosts', timeoutMs = 2_000 }: DnsOptions = {}): Resolve {
  return async (hostname, signal) => {
    const name = hostname.toLowerCase().replace(/\.$/, '');
    const listed = await listedIn(hostsFile, name);
    if (listed.length > 0) return listed;
    // RFC 6761: neither is ever a question for DNS.
    if (/(^|\.)localhost$/.test(name)) return ['127.0.0.1', '::1'].map(resolved);
    if (/(^|\.)invalid$/.test(name)) throw failure('ENODATA');
    signal.throwIfAborted();
    // One per name: cancelling ends all queries of a resolver.
    const resolver = new Resolver({ timeout: timeoutMs, tries: 1 });
    if (servers) resolver.setServers(servers);
    using _cancelling = addAbortListener(signal, () => resolver.cancel());
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason;
    return [v4, v6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value.map(resolved) : []));
  };
}

const resolved = (address: string): LookupAddress => ({ address, family: isIP(address) });

/** hosts(5): an address, then its names; `#` begins a comment. */
async function listedIn(hostsFile: string, name: string): Promise<LookupAddress[]> {
  const text = await readFile(hostsFile, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
    return isIP(address) && names.includes(name) ? [resolved(address)] : [];
  });
}

/**
 * Connects only to addresses that `policy` allows, against DNS rebinding; one forbidden address forbids the name.
 * Destroy it after the request. `timeoutMs`: a connection attempt, which an abort does not end; `maxResponseSize`:
 * bytes.
 */
export function guardedAgent(options: {
  readonly resolve: Resolve;
  readonly field: string;
  readonly policy: UrlPolicy;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly maxResponseSize?: number;
}): Agent {
  const { resolve, field, policy, signal, timeoutMs: timeout, ...bounds } = options;
  const lookup = callbackify(async (hostname: string, _options: unknown) => {
    const addresses = await resolve(hostname, signal);
    if (addresses.length === 0) throw failure('ENODATA');
    if (!addresses.every(({ address }) => policy.allowsAddress(address))) {
      throw new ServiceError('forbidden_url', { field });
    }
    return addresses;
  });
  // With autoSelectFamily, sockets always ask a lookup for all addresses.
  return new Agent({ allowH2: false, connect: { lookup, timeout, autoSelectFamily: true }, ...bounds });
}
