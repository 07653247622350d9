import { createHmac, hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { limits } from '@styling/contracts';
import { ServiceError } from '@styling/service';

/** How long a key is valid after its request, in ms: a day. */
export const KEY_LIFE_MS = 86_400_000;

/** What is stored of a key and its request; neither can be recovered from it. */
export type IdempotencyKey = {
  /** SHA-256 of the key. */
  readonly digest: Buffer;
  /** HMAC-SHA-256 of the endpoint and everything that was sent to it, keyed by the key itself, which is stored nowhere. */
  readonly fingerprint: Buffer;
};

// A header that is sent twice arrives joined by a comma and a space, which is not visible.
const VISIBLE = new RegExp(`^[!-~]{1,${limits.idempotencyKeyLength}}$`);

/** The `Idempotency-Key` header of a request, if any. @throws ServiceError `invalid_idempotency_key`, also if it is doubled */
export function readIdempotencyKey(headers: IncomingHttpHeaders): string | undefined {
  const value = headers['idempotency-key'];
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || !VISIBLE.test(value)) throw new ServiceError('invalid_idempotency_key');
  return value;
}

/** What is stored of the key `header` and of its request: the `endpoint`'s path and the `input` for its capability. */
export function idempotencyKey(header: string, endpoint: string, input: Uint8Array): IdempotencyKey {
  // A path has no space, so that the two parts cannot be shifted against each other.
  const fingerprint = createHmac('sha256', header).update(`${endpoint} `).update(input).digest();
  return { digest: hash('sha256', header, 'buffer'), fingerprint };
}
