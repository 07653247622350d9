import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'iss_';
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const FORM = /^iss_[0-9A-Za-z]{38}$/;

/** Random bytes that {@link newApiKey} needs: too few of them are usable once in 10^30. */
export const KEY_RANDOM_BYTES = 128;

/**
 * A key: `iss_`, 32 random base62 characters (190 bits), 6 base62 characters of their CRC-32, so that random text is
 * rejected without a query and leaked keys can be found by their form. It takes {@link KEY_RANDOM_BYTES} random bytes.
 */
export function newApiKey(random: Uint8Array): string {
  // Bytes from 248 on would make the first characters more likely than the others.
  const secret = [...random]
    .filter((byte) => byte < 248)
    .slice(0, SECRET_LENGTH)
    .map((byte) => ALPHABET[byte % 62])
    .join('');
  if (secret.length < SECRET_LENGTH) throw new RangeError('not enough random bytes');
  return PREFIX + secret + checksum(secret);
}

/** Whether `key` has the form of a key and a valid checksum; it may still be unknown. */
export const isWellFormed = (key: string): boolean =>
  FORM.test(key) && key.endsWith(checksum(key.slice(PREFIX.length, -CHECKSUM_LENGTH)));

/** SHA-256 of the key: all that is stored. At 190 bits of entropy a slow hash would add nothing. */
export const digestOf = (key: string): Buffer => hash('sha256', key, 'buffer');

function checksum(secret: string): string {
  let rest = crc32(secret);
  let text = '';
  for (let index = 0; index < CHECKSUM_LENGTH; index++) {
    text = ALPHABET[rest % 62] + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}
