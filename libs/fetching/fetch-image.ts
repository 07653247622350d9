import { setTimeout as pause } from 'node:timers/promises';
import { limits, MEGABYTE } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { failureOf, UnexpectedStatus } from './failure.ts';
import { fetchOnce } from './fetch-once.ts';
import { type Resolve, resolveByDns } from './resolve-host.ts';
import { publicOnly, type UrlPolicy } from './url-policy.ts';

/** Limits of one fetch. */
export type FetchOptions = {
  /** The request field that holds the URL, named in errors. */
  field: string;
  /** Largest file, in bytes, as sent and decoded; default as `limits` of the API. */
  maxBytes?: number;
  /** Time-out of the whole fetch including redirects and the retry, in ms; default 5 s. */
  timeoutMs?: number;
  /** Default 3. */
  maxRedirects?: number;
  /** How often a transient failure is followed by another try; default 1. */
  retries?: number;
  /** Before the retry, unless the server asks for another time, in ms; default 250. */
  retryPauseMs?: number;
  /** Default {@link publicOnly}; `anywhere` is for tests. */
  policy?: UrlPolicy;
  /** Resolver of host names; default {@link resolveByDns}. */
  resolve?: Resolve;
};

/**
 * Fetches a URL given by a client, protected against SSRF: http and https only, no credentials, every host including
 * redirects checked by name, literal and resolved address. The caller has to check that the bytes are an image.
 *
 * @throws ServiceError `invalid_url`, `forbidden_url`, `image_too_large`; `url_unavailable` after a transient failure (no answer in
 *   time, refused or cut off, a status such as 429 or 503), `unreachable_url` after any other; their `details` say which
 */
export async function fetchImage(url: string, options: FetchOptions): Promise<Uint8Array> {
  const {
    field,
    maxBytes = limits.fetchedMegabytes * MEGABYTE,
    timeoutMs = 5_000,
    maxRedirects = 3,
    retries = 1,
    retryPauseMs = 250,
    policy = publicOnly,
    resolve = resolveByDns(),
  } = options;
  const signal = AbortSignal.timeout(timeoutMs);
  const end = performance.now() + timeoutMs;
  for (let left = retries; ; left--) {
    try {
      return await fetchOnce(url, { field, maxBytes, maxRedirects, policy, resolve, signal, timeoutMs });
    } catch (cause) {
      if (cause instanceof ServiceError) throw cause;
      if (signal.aborted) throw unavailable(field, `no complete answer within ${timeoutMs / 1000} s`, cause);
      const { words, isTransient } = failureOf(cause);
      if (!isTransient) throw new ServiceError('unreachable_url', { field, details: words }, { cause });
      const wait = (cause instanceof UnexpectedStatus ? cause.retryAfterMs : undefined) ?? retryPauseMs;
      if (left === 0 || performance.now() + wait >= end) throw unavailable(field, words, cause);
      await pause(wait);
    }
  }
}

const unavailable = (field: string, details: string, cause: unknown): ServiceError =>
  new ServiceError('url_unavailable', { field, details }, { cause });
