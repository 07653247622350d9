import { createHmac, hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { limits } from '@styling/contracts';
import { ServiceError } from '@styling/service';

/** A preference: no comma outside of a quoted string. */
const PREFERENCE = /(?:"(?:\\.|[^"\\])*"|[^,"])+/g;

/**
 * How long the client waits first, in ms, if it prefers `respond-async` (RFC 7240, section 4.1); the first of two
 * counts.
 * @throws ServiceError `invalid_preference` when `wait` is not 0 to 60
 */
export function readAsynchronous({ prefer }: IncomingHttpHeaders): number | undefined {
  if (prefer === undefined) return undefined;
  // Node joins headers of the same name, unless they are of one kind that this is not.
  const preferences = new Map([...String(prefer).matchAll(PREFERENCE)].reverse().map(([text]) => named(text)));
  if (!preferences.has('respond-async')) return undefined;
  const wait = preferences.get('wait');
  if (wait === undefined) return 0;
  if (!/^\d{1,3}$/.test(wait) || Number(wait) > limits.preferredWaitSeconds) {
    throw new ServiceError('invalid_preference', { max: limits.preferredWaitSeconds });
  }
  return Number(wait) * 1000;
}

function named(preference: string): [string, string] {
  const [name = '', ...value] = (preference.split(';', 1)[0] ?? '').split('=');
  const text = value.join('=').trim();
  return [name.trim().toLowerCase(), text.replace(/^"(.*)"$/, '$1')];
}

/** `90s`, `2m`, `1h`, `1h30m`: the units of Replicate's header of this name. */
const DURATION = /^(?=\d)(?:(\d{1,4})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s)?$/;

/** `Cancel-After` in ms from the request's arrival. @throws ServiceError `invalid_deadline`, also if it is doubled */
export function readCancelAfter(headers: IncomingHttpHeaders, mostSeconds: number): number | undefined {
  const value = headers['cancel-after'];
  if (value === undefined) return undefined;
  const [matched, hours = 0, minutes = 0, seconds = 0] = DURATION.exec(String(value)) ?? [];
  const total = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  const min = limits.leastCancelAfterSeconds;
  if (matched === undefined || total < min || total > mostSeconds) {
    throw new ServiceError('invalid_deadline', { min, max: mostSeconds });
  }
  return total * 1000;
}

/** Validity of a key after its request: a day. */
export const KEY_LIFE_MS = 86_400_000;

/** The stored digests of a key and its request; neither can be recovered from them. */
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

/** The digests of the key `header` and of its request: the `endpoint`'s path and the `input` for its capability. */
export function idempotencyKey(header: string, endpoint: string, input: Uint8Array): IdempotencyKey {
  // A path has no space, so that the two parts cannot be shifted against each other.
  const fingerprint = createHmac('sha256', header).update(`${endpoint} `).update(input).digest();
  return { digest: hash('sha256', header, 'buffer'), fingerprint };
}
