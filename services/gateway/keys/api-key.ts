import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { type RawBuilder, sql } from 'kysely';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIXES = { key: 'iss_', session: 'isss_', invitation: 'issi_' } as const;
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const BODY = /^[0-9A-Za-z]{38}$/;

export type SecretKind = keyof typeof PREFIXES;

/** Random bytes that {@link newSecret} needs; too few are usable once in 10^30. */
export const KEY_RANDOM_BYTES = 128;

/**
 * A prefix of its kind, 32 random base62 characters (190 bits), 6 of their CRC-32, so that random text is rejected
 * without a query and leaked secrets can be found by their form.
 * @param random {@link KEY_RANDOM_BYTES} bytes
 */
export function newSecret(kind: SecretKind, random: Uint8Array): string {
  // Bytes from 248 on would make the first characters more likely than the others.
  const secret = [...random]
    .filter((byte) => byte < 248)
    .slice(0, SECRET_LENGTH)
    .map((byte) => ALPHABET[byte % 62])
    .join('');
  if (secret.length < SECRET_LENGTH) throw new RangeError('not enough random bytes');
  return PREFIXES[kind] + secret + checksum(secret);
}

/** Whether `secret` has the form of its kind and a valid checksum; it may still be unknown. */
export function isWellFormed(secret: string, kind: SecretKind = 'key'): boolean {
  if (!secret.startsWith(PREFIXES[kind])) return false;
  const body = secret.slice(PREFIXES[kind].length);
  return BODY.test(body) && body.endsWith(checksum(body.slice(0, -CHECKSUM_LENGTH)));
}

/** SHA-256 of a secret: all that is stored. At 190 bits of entropy a slow hash would add nothing. */
export const digestOf = (secret: string): Buffer => hash('sha256', secret, 'buffer');

function checksum(secret: string): string {
  const sum = crc32(secret);
  const digits = Array.from({ length: CHECKSUM_LENGTH }, (_, index) => ALPHABET[Math.floor(sum / 62 ** index) % 62]);
  return digits.reverse().join('');
}

/** Whether the key or session `k` is accepted at `now`: neither revoked nor expired, nor begun with a key that is revoked. */
export const isActiveAt = (now: Date): RawBuilder<boolean> => sql`
  (k.status = 'active' and (k.expires_at is null or k.expires_at > ${now})
    and (k.begun_with is null
      or exists (select from api_key as b where b.key_id = k.begun_with and b.status = 'active')))`;
