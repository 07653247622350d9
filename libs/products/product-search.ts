import { createHash } from 'node:crypto';
import type { Product } from '@styling/contracts';
import { inSpan, type Logger } from '@styling/telemetry';
import type { Kysely } from 'kysely';
import { cachedProducts, cacheProducts, type ProductTables } from './cache.ts';
import { connectEbay, searchSerpApi } from './search-apis.ts';
import { type Listing, toProducts } from './to-products.ts';
import type { ProductSearchConfig } from './variables.ts';

export type ProductSearchOptions = {
  readonly config: ProductSearchConfig;
  readonly cache: Kysely<ProductTables>;
  readonly clock: () => Date;
  readonly log: Logger;
  /** For a whole search; default 5,000. */
  readonly timeoutMs?: number;
};

/** Finds products for a query. Never throws: on a timeout, or once `signal` is aborted, the result is empty. */
export type ProductSearch = (query: string, signal: AbortSignal) => Promise<readonly Product[]>;

type Provider = { readonly name: string; search(query: string, signal: AbortSignal): Promise<Listing[]> };

const TIMEOUT_MS = 5_000;
/** Share of the remaining time for a provider that has a fallback. */
const SHARE = 0.6;
/** Share of the timeout that a read or a write of the cache may take. */
const CACHE_SHARE = 0.2;

/**
 * Searches the cache, then SerpApi, then eBay: the next when one fails or finds nothing. Empty results are cached if
 * all have answered, failures are not; concurrent equal queries share a search. No query, address or key is logged.
 */
export function productSearch(options: ProductSearchOptions): ProductSearch {
  const { config, cache, clock, log, timeoutMs = TIMEOUT_MS } = options;
  const { SERPAPI_KEY: key, EBAY_CLIENT_ID: id, EBAY_CLIENT_SECRET: secret } = config;
  const providers: Provider[] = [];
  if (key)
    providers.push({ name: 'serpapi', search: (...asked) => searchSerpApi(key, config.SERPAPI_BASE_URL, ...asked) });
  if (id && secret) providers.push({ name: 'ebay', search: connectEbay(id, secret, config.EBAY_BASE_URL, clock) });
  const secrets = [key, secret].filter((secret) => secret !== undefined);
  const names = providers.map(({ name }) => name);
  const running = new Map<string, Promise<readonly Product[]>>();

  async function search(query: string, key: string): Promise<readonly Product[]> {
    const end = performance.now() + timeoutMs;
    const kept = await inTime('reading cached products failed', end, () => cachedProducts(cache, key, clock()));
    if (kept) return kept;
    let allAnswered = true;
    for (const [index, { name, search }] of providers.entries()) {
      const left = end - performance.now();
      if (left <= 0) return [];
      const isLast = index === providers.length - 1;
      const signal = AbortSignal.timeout(Math.ceil(isLast ? left : left * SHARE));
      try {
        const span = { about: name, attributes: { 'styling.product_search': name } };
        const found = toProducts(await inSpan('products.request', span, () => search(query, signal)), secrets);
        if (found.length > 0) return await keep(key, found, end);
      } catch (error) {
        allAnswered = false;
        log.warn({ provider: name, code: codeOf(error) }, 'product search failed');
      }
    }
    return allAnswered ? keep(key, [], end) : [];
  }

  async function keep(key: string, found: readonly Product[], end: number): Promise<readonly Product[]> {
    await inTime('caching products failed', end, () => cacheProducts(cache, key, found, clock()));
    return found;
  }

  /** Null when `work` fails or times out: a slow database must not delay a search. */
  async function inTime<T>(message: string, end: number, work: () => Promise<T>): Promise<T | null> {
    const left = Math.min(end - performance.now(), timeoutMs * CACHE_SHARE);
    const signal = AbortSignal.timeout(Math.max(0, Math.ceil(left)));
    try {
      return await untilAborted(work(), signal);
    } catch (error) {
      log.warn({ code: signal.aborted ? 'timeout' : codeOf(error) }, message);
      return null;
    }
  }

  return async (text, signal) => {
    const query = normaliseQuery(text);
    if (query === '' || signal.aborted) return [];
    const key = searchKey(query, names);
    let shared = running.get(key);
    if (!shared) {
      shared = search(query, key).finally(() => running.delete(key));
      running.set(key, shared);
    }
    // The search itself never fails.
    return untilAborted(shared, signal).catch(() => []);
  };
}

/** Rejects once `signal` is aborted; the work itself continues: others may wait for it, or its result is cached. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', onAbort));
}

/** The only part of an error that may be logged: messages may quote the query. */
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : error instanceof Error ? error.name : 'unknown';

const LONGEST_QUERY = 120;

/** A query as it is sent and cached, without differences of case, spacing and Unicode form. */
const normaliseQuery = (query: string): string =>
  query
    .slice(0, 1_000)
    .normalize('NFKC')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .toLowerCase()
    .slice(0, LONGEST_QUERY)
    .toWellFormed()
    .trim();

const searchKey = (query: string, providers: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify([providers, query]))
    .digest('hex');
