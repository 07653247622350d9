import type { Product } from '@styling/contracts';
import { inSpan, type Logger } from '@styling/telemetry';
import type { Kysely } from 'kysely';
import { cachedProducts, cacheProducts } from './cached-products.ts';
import { connectEbay } from './ebay.ts';
import type { ProductTables } from './product-table.ts';
import { SearchError } from './search-error.ts';
import { normaliseQuery, searchKey } from './search-key.ts';
import { searchSerpApi } from './serpapi.ts';
import { type Listing, toProducts } from './to-products.ts';
import type { ProductSources } from './variables.ts';

export type ProductSearchOptions = ProductSources & {
  /** Where results are kept. */
  readonly cache: Kysely<ProductTables>;
  readonly clock: () => Date;
  readonly log: Logger;
  /** Of a whole search, in ms; 5 s unless told. */
  readonly timeoutMs?: number;
};

/** Looks for what fits a query. Never throws: without an answer in time, or once `signal` is aborted, there are none. */
export type ProductSearch = (query: string, signal: AbortSignal) => Promise<readonly Product[]>;

type Provider = {
  readonly name: string;
  readonly search: (query: string, signal: AbortSignal) => Promise<Listing[]>;
};

const TIMEOUT_MS = 5_000;
/** Of the time that is left, what a provider gets that another one could stand in for. */
const SHARE = 0.6;
/** Of the whole time, what reading and keeping results get each at most. */
const CACHE_SHARE = 0.2;

/**
 * Product search: kept results, else SerpApi, else eBay, else nothing. A provider without results is followed by the
 * next, as is one that fails; that all answered and none had any is kept as well, a failure is not. Equal queries at the
 * same time are one search.
 *
 * Neither queries nor addresses nor keys are logged.
 */
export function productSearch(options: ProductSearchOptions): ProductSearch {
  const { cache, clock, log, timeoutMs = TIMEOUT_MS } = options;
  const providers = connectProviders(options);
  const names = providers.map(({ name }) => name);
  const running = new Map<string, Promise<readonly Product[]>>();

  async function search(query: string, key: string): Promise<readonly Product[]> {
    const end = performance.now() + timeoutMs;
    const kept = await inTime('products kept could not be read', end, () => cachedProducts(cache, key, clock()));
    if (kept) return kept;
    let allAnswered = true;
    for (const [index, { name, search }] of providers.entries()) {
      const left = end - performance.now();
      if (left <= 0) return [];
      const isLast = index === providers.length - 1;
      const signal = AbortSignal.timeout(Math.ceil(isLast ? left : left * SHARE));
      try {
        const span = { about: name, attributes: { 'styling.product_search': name } };
        const found = toProducts(await inSpan('products.request', span, () => search(query, signal)));
        if (found.length > 0) return await keep(key, found, end);
      } catch (error) {
        allAnswered = false;
        log.warn({ provider: name, code: codeOf(error) }, 'product search failed');
      }
    }
    return allAnswered ? keep(key, [], end) : [];
  }

  async function keep(key: string, found: readonly Product[], end: number): Promise<readonly Product[]> {
    await inTime('products could not be kept', end, () => cacheProducts(cache, key, found, clock()));
    return found;
  }

  /** What `work` gives, or null when it fails or takes too long: results are not worth waiting for a database. */
  async function inTime<T>(message: string, end: number, work: () => Promise<T>): Promise<T | null> {
    try {
      return await within(Math.min(end - performance.now(), timeoutMs * CACHE_SHARE), work());
    } catch (error) {
      log.warn({ code: codeOf(error) }, message);
      return null;
    }
  }

  return async (text, signal) => {
    const query = normaliseQuery(text);
    if (query === '' || providers.length === 0 || signal.aborted) return [];
    const key = searchKey(query, names);
    let shared = running.get(key);
    if (!shared) {
      shared = search(query, key).finally(() => running.delete(key));
      running.set(key, shared);
    }
    return untilAborted(shared, signal);
  };
}

function connectProviders({ serpApi, ebay, clock }: ProductSearchOptions): Provider[] {
  const providers: Provider[] = [];
  if (serpApi) providers.push({ name: 'serpapi', search: (query, signal) => searchSerpApi(serpApi, query, signal) });
  if (ebay) providers.push({ name: 'ebay', search: connectEbay(ebay, clock) });
  return providers;
}

/** The search itself goes on: others may wait for it, and what it finds is kept. */
async function untilAborted(search: Promise<readonly Product[]>, signal: AbortSignal): Promise<readonly Product[]> {
  const { promise: aborted, resolve } = Promise.withResolvers<readonly Product[]>();
  const onAbort = () => resolve([]);
  signal.addEventListener('abort', onAbort, { once: true });
  return Promise.race([search, aborted]).finally(() => signal.removeEventListener('abort', onAbort));
}

/** @throws SearchError `timeout` */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new SearchError('timeout')), ms);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

/** All that a log may hold of a failure: messages may quote what was asked. */
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : error instanceof Error ? error.name : 'unknown';
