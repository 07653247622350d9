import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { z } from 'zod';

/** Sealed bytes: version (1), id of the key (4), nonce (12), tag (16), ciphertext. */
const VERSION = 1;
const [KEY_BYTES, KEY_ID_BYTES, NONCE_BYTES, TAG_BYTES] = [32, 4, 12, 16];
const HEAD_BYTES = 1 + KEY_ID_BYTES;
const CIPHER = 'aes-256-gcm';

const encryptionKey = z
  .string()
  .refine(
    (text) => Buffer.from(text, 'base64').length === KEY_BYTES,
    'must be 32 bytes in base64, or several with commas',
  )
  .transform((text) => Buffer.from(text, 'base64'));

/** Variable with the keys: 32 bytes in base64 each, separated by commas. The first one encrypts, all decrypt. */
export const encryptionKeys = z
  .string()
  .transform((text) => text.split(',').map((key) => key.trim()))
  .pipe(z.array(encryptionKey).min(1));

/** What was sealed cannot be opened: its key is not among ours, or it belongs to another row. */
export class SealError extends Error {
  override readonly name = 'SealError';
}

/** Seals what must not be readable in the database, for one row: `place` names it, and opens nothing else. */
export type Keyring = {
  seal(text: string, place: string): Buffer;
  /** @throws SealError */
  open(sealed: Uint8Array, place: string): string;
  /** First bytes of all that the first key has sealed: what begins otherwise is to be sealed again. */
  readonly head: Buffer;
};

/** AES-256-GCM with a random nonce. @param keys at least one; the first seals */
export function createKeyring(keys: readonly Uint8Array[], random: (bytes: number) => Uint8Array): Keyring {
  const byHead = new Map(keys.map((key) => [headOf(key).toString('hex'), key]));
  const [first] = keys;
  if (!first) throw new TypeError('a keyring without keys');
  const head = headOf(first);
  return {
    head,
    seal(text, place) {
      const nonce = random(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, first, nonce).setAAD(Buffer.from(place));
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([head, nonce, cipher.getAuthTag(), encrypted]);
    },
    open(sealed, place) {
      const bytes = Buffer.from(sealed);
      const key = byHead.get(bytes.toString('hex', 0, HEAD_BYTES));
      if (!key) throw new SealError('sealed with a key that is not in WEBHOOK_ENCRYPTION_KEY');
      const tagAt = HEAD_BYTES + NONCE_BYTES;
      try {
        const decipher = createDecipheriv(CIPHER, key, bytes.subarray(HEAD_BYTES, tagAt), { authTagLength: TAG_BYTES })
          .setAAD(Buffer.from(place))
          .setAuthTag(bytes.subarray(tagAt, tagAt + TAG_BYTES));
        return Buffer.concat([decipher.update(bytes.subarray(tagAt + TAG_BYTES)), decipher.final()]).toString('utf8');
      } catch (cause) {
        throw new SealError('not sealed for this row', { cause });
      }
    },
  };
}

const headOf = (key: Uint8Array): Buffer =>
  Buffer.concat([Buffer.of(VERSION), createHash('sha256').update(key).digest().subarray(0, KEY_ID_BYTES)]);
