import { limits, MEGABYTE } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { Agent, errors, request } from 'undici';
import { checkUrl } from './check-url.ts';
import { guardedLookup } from './guarded-lookup.ts';
import { type Resolve, resolveByDns } from './resolve-host.ts';
import { anywhere, publicOnly, type UrlPolicy } from './url-policy.ts';

/** Limits of one fetch. */
export type FetchOptions = {
  /** The request field that holds the URL, named in errors. */
  field: string;
  /** Largest file, in bytes; default as `limits` of the API. */
  maxBytes?: number;
  /** Time-out of the whole fetch including redirects, in ms; default 5 s. */
  timeoutMs?: number;
  /** Default 3. */
  maxRedirects?: number;
  /** Default {@link publicOnly}; {@link anywhere} is for tests. */
  policy?: UrlPolicy;
  /** Resolver of host names; default {@link resolveByDns}. */
  resolve?: Resolve;
};

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const headers = { accept: 'image/jpeg, image/png, image/webp;q=0.9, */*;q=0.1', 'user-agent': 'image-styling-service' };

/** What a server answered in place of a file: the cause of an `unreachable_url`. */
export class UnexpectedStatus extends Error {
  override readonly name = 'UnexpectedStatus';
  readonly status: number;

  constructor(status: number) {
    super(`status ${status}`);
    this.status = status;
  }
}

/**
 * Fetches a URL given by a client, protected against SSRF: http and https only, no credentials, every host including
 * redirects checked by name, literal and resolved address. The caller has to check that the bytes are an image.
 *
 * @throws ServiceError `invalid_url`, `forbidden_url`, `image_too_large`, or `unreachable_url` (no answer in time, any
 *   status but 200, too many redirects, a body cut short)
 */
export async function fetchImage(url: string, options: FetchOptions): Promise<Uint8Array> {
  const {
    field,
    maxBytes = limits.fetchedMegabytes * MEGABYTE,
    timeoutMs = 5_000,
    maxRedirects = 3,
    policy = publicOnly,
    resolve = resolveByDns(),
  } = options;
  const signal = AbortSignal.timeout(timeoutMs);
  const agent = new Agent({
    allowH2: false,
    maxResponseSize: maxBytes,
    connect: { lookup: guardedLookup(resolve, field, policy, signal), timeout: timeoutMs },
  });
  try {
    let target = checkUrl(url, field, policy);
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      const response = await request(target, { dispatcher: agent, signal, headers });
      // An unread body fails when its connection closes; without a listener that would be unhandled.
      response.body.on('error', () => {});
      const location = response.headers.location;
      if (!redirectStatuses.has(response.statusCode) || typeof location !== 'string') {
        if (response.statusCode !== 200) throw new UnexpectedStatus(response.statusCode);
        if (Number(response.headers['content-length']) > maxBytes) throw new errors.ResponseExceededMaxSizeError();
        return await response.body.bytes();
      }
      target = checkUrl(location, field, policy, target);
    }
    throw new Error(`more than ${maxRedirects} redirects`);
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    if (error instanceof errors.ResponseExceededMaxSizeError) {
      throw new ServiceError('image_too_large', { field, max: Math.floor(maxBytes / MEGABYTE) });
    }
    throw new ServiceError('unreachable_url', { field }, { cause: error });
  } finally {
    // No connection outlives the checks made for it.
    await agent.destroy();
  }
}
