import { createHmac, hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { ServiceError } from '@styling/service';
import type { Submission } from '../requests/submit-request.ts';

/** How long after a request its key still means that request, in ms: a day. */
export const KEY_LIFE_MS = 86_400_000;

/** The key of a request, and what the request was, as they may be stored: neither can be read back. */
export type IdempotencyKey = {
  /** SHA-256 of the key. */
  readonly digest: Buffer;
  /** HMAC-SHA-256 of the endpoint and everything that was sent to it, keyed by the key itself, which is stored nowhere. */
  readonly fingerprint: Buffer;
};

// A header that is sent twice arrives joined by a comma and a space, which is not visible.
const VISIBLE = /^[!-~]{1,255}$/;

/**
 * The `Idempotency-Key` header of a request, if it has one.
 *
 * @throws ServiceError `invalid_idempotency_key`, also for one that is there twice
 */
export function readIdempotencyKey(headers: IncomingHttpHeaders): string | undefined {
  const value = headers['idempotency-key'];
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || !VISIBLE.test(value)) throw new ServiceError('invalid_idempotency_key');
  return value;
}

/** What is stored of the key `header` and of the checked request that came with it. */
export function idempotencyKey(
  header: string,
  { endpoint, input }: Pick<Submission, 'endpoint' | 'input'>,
): IdempotencyKey {
  // An endpoint has no space, so that no part of one can pass for the other.
  const fingerprint = createHmac('sha256', header).update(`${endpoint} `).update(input).digest();
  return { digest: hash('sha256', header, 'buffer'), fingerprint };
}
