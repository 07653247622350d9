import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliDecompress, unzip, zstdDecompress } from 'node:zlib';
import { limits, MEGABYTE } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { errors, request } from 'undici';
import { failure, failureOf, retryAfterMs, UnexpectedStatus } from './failure.ts';
import { guardedAgent, type Resolve, resolveByDns } from './resolve-host.ts';
import { checkUrl, publicOnly, type UrlPolicy } from './url-policy.ts';

export type FetchOptions = {
  field: string;
  /** Sent and decoded; default: `limits` of the API. */
  maxBytes?: number;
  /** Whole fetch, redirects and retry included; default 5 s. */
  timeoutMs?: number;
  /** After transient failures; default 1. */
  retries?: number;
  /** Unless the server asks for another; default 250. */
  retryPauseMs?: number;
  /** Default {@link publicOnly}; `anywhere` is for tests. */
  policy?: UrlPolicy;
  /** Default {@link resolveByDns}. */
  resolve?: Resolve;
};

/**
 * Fetches a client's URL, guarded against SSRF: http(s) only, no credentials, every host (also of redirects) checked
 * by name, literal and resolved address. The caller checks that the bytes are an image.
 * @throws ServiceError `invalid_url`, `forbidden_url`, `image_too_large`; `url_unavailable` after a transient failure,
 * `unreachable_url` after any other, with `details`
 */
export async function fetchImage(url: string, options: FetchOptions): Promise<Uint8Array> {
  const { field, timeoutMs = 5_000, retries = 1, retryPauseMs = 250 } = options;
  const signal = AbortSignal.timeout(timeoutMs);
  const end = performance.now() + timeoutMs;
  for (let left = retries; ; left--) {
    try {
      return await fetchOnce(url, { ...options, timeoutMs }, signal);
    } catch (cause) {
      if (cause instanceof ServiceError) throw cause;
      const failed = (code: 'unreachable_url' | 'url_unavailable', details: string) =>
        new ServiceError(code, { field, details }, { cause });
      if (signal.aborted) throw failed('url_unavailable', `no complete answer within ${timeoutMs / 1000} s`);
      const { words, isTransient } = failureOf(cause);
      if (!isTransient) throw failed('unreachable_url', words);
      const wait = (cause instanceof UnexpectedStatus ? cause.retryAfterMs : undefined) ?? retryPauseMs;
      if (left === 0 || performance.now() + wait >= end) throw failed('url_unavailable', words);
      await pause(wait);
    }
  }
}

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const MAX_REDIRECTS = 3;
/** Formats slow to decode come last. */
const accept =
  'image/jpeg, image/png, image/webp;q=0.9, image/gif;q=0.8, image/avif;q=0.7, image/heic;q=0.2, */*;q=0.1';
const headers = { accept, 'user-agent': 'image-styling-service' };

/** @throws ServiceError `invalid_url`, `forbidden_url`, `image_too_large`; else what {@link failureOf} classifies */
async function fetchOnce(
  url: string,
  options: FetchOptions & { timeoutMs: number },
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { field, maxBytes = limits.fetchedMegabytes * MEGABYTE, timeoutMs } = options;
  const { policy = publicOnly, resolve = resolveByDns() } = options;
  const agent = guardedAgent({ resolve, field, policy, signal, timeoutMs, maxResponseSize: maxBytes });
  let redirects = 0;
  try {
    let target = checkUrl(url, field, policy);
    for (;;) {
      const { statusCode, headers: head, body } = await request(target, { dispatcher: agent, signal, headers });
      // An unread body fails when its connection closes; without a listener that would be unhandled.
      body.on('error', () => {});
      const { location } = head;
      if (!redirectStatuses.has(statusCode) || typeof location !== 'string') {
        if (statusCode !== 200) throw new UnexpectedStatus(statusCode, retryAfterMs(head['retry-after'], new Date()));
        if (Number(head['content-length']) > maxBytes) throw new errors.ResponseExceededMaxSizeError();
        return await decodeBody(await body.bytes(), head['content-encoding'], maxBytes);
      }
      if (++redirects > MAX_REDIRECTS) throw failure('TOO_MANY_REDIRECTS');
      target = checkUrl(location, field, policy, target);
    }
  } catch (error) {
    if (error instanceof errors.ResponseExceededMaxSizeError || isTooLarge(error)) {
      throw new ServiceError('image_too_large', { field, max: Math.floor(maxBytes / MEGABYTE) }, { cause: error });
    }
    if (error instanceof ServiceError && redirects > 0) {
      // The client did not give this address: nothing is said about it.
      const details = 'the server redirects to an address that is not allowed';
      throw new ServiceError(error.code, { ...error.parameters, details }, { cause: error.cause });
    }
    throw error;
  } finally {
    // No connection outlives the checks made for it.
    await agent.destroy();
  }
}

type Decode = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Buffer>;
/** RFC 9110, section 8.4.1. */
const DECODERS: Readonly<Record<string, Decode>> = {
  gzip: promisify(unzip),
  'x-gzip': promisify(unzip),
  deflate: promisify(unzip),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
};

/** Undecodable bodies are returned unchanged: servers also label what they did not encode. */
async function decodeBody(bytes: Uint8Array, encoding: string | string[] | undefined, maxOutputLength: number) {
  const decode = DECODERS[String(encoding).toLowerCase()];
  if (!decode) return bytes;
  return decode(bytes, { maxOutputLength }).catch((error) => {
    if (isTooLarge(error)) throw error;
    return bytes;
  });
}

const isTooLarge = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === 'ERR_BUFFER_TOO_LARGE';
