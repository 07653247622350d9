import { MEGABYTE } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { Agent, errors, request } from 'undici';
import { checkUrl } from './check-url.ts';
import { decodeBody, isTooLarge } from './decode-body.ts';
import { failure, UnexpectedStatus } from './failure.ts';
import { guardedLookup } from './guarded-lookup.ts';
import type { Resolve } from './resolve-host.ts';
import type { UrlPolicy } from './url-policy.ts';

/** Limits of one try of a fetch; see `FetchOptions`. */
export type FetchLimits = {
  readonly field: string;
  readonly maxBytes: number;
  readonly maxRedirects: number;
  readonly policy: UrlPolicy;
  readonly resolve: Resolve;
  /** Ends the try, and all others. */
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
};

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** What takes the longest to decode is wanted the least. */
const accept =
  'image/jpeg, image/png, image/webp;q=0.9, image/gif;q=0.8, image/avif;q=0.7, image/heic;q=0.2, */*;q=0.1';
const headers = { accept, 'user-agent': 'image-styling-service' };

/**
 * Fetches a file in one try.
 *
 * @throws ServiceError `invalid_url`, `forbidden_url`, `image_too_large`; else what `failureOf` classifies
 */
export async function fetchOnce(url: string, limits: FetchLimits): Promise<Uint8Array> {
  const { field, maxBytes, maxRedirects, policy, resolve, signal, timeoutMs } = limits;
  // An abort does not end an attempt to connect.
  const connect = { lookup: guardedLookup(resolve, field, policy, signal), timeout: timeoutMs };
  const agent = new Agent({ allowH2: false, maxResponseSize: maxBytes, connect });
  let redirects = 0;
  try {
    let target = checkUrl(url, field, policy);
    for (;;) {
      const { statusCode, headers: head, body } = await request(target, { dispatcher: agent, signal, headers });
      // An unread body fails when its connection closes; without a listener that would be unhandled.
      body.on('error', () => {});
      const { location } = head;
      if (!redirectStatuses.has(statusCode) || typeof location !== 'string') {
        if (statusCode !== 200) throw new UnexpectedStatus(statusCode, retryAfterMs(head['retry-after']));
        if (Number(head['content-length']) > maxBytes) throw new errors.ResponseExceededMaxSizeError();
        return await decodeBody(await body.bytes(), head['content-encoding'], maxBytes);
      }
      if (++redirects > maxRedirects) throw failure('TOO_MANY_REDIRECTS');
      target = checkUrl(location, field, policy, target);
    }
  } catch (error) {
    if (error instanceof errors.ResponseExceededMaxSizeError || isTooLarge(error)) {
      throw new ServiceError('image_too_large', { field, max: Math.floor(maxBytes / MEGABYTE) }, { cause: error });
    }
    if (error instanceof ServiceError && redirects > 0) throw afterRedirect(error);
    throw error;
  } finally {
    // No connection outlives the checks made for it.
    await agent.destroy();
  }
}

/** The refusal of an address that the client did not give: what lies behind it is not told. */
const afterRedirect = ({ code, parameters, cause }: ServiceError): ServiceError =>
  new ServiceError(
    code,
    { ...parameters, details: 'the server redirects to an address that is not allowed' },
    { cause },
  );

/** @param value seconds, or a date of HTTP */
function retryAfterMs(value: string | string[] | undefined): number | undefined {
  const ms = /^\d+$/.test(String(value)) ? Number(value) * 1000 : Date.parse(String(value)) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
