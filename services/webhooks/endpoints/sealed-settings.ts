import { createCipheriv, createDecipheriv, createHash, createHmac } from 'node:crypto';
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

const signingSecret = z.object({
  secret: z.string(),
  /** ISO 8601; null of the current one. */
  until: z.string().nullable(),
});

/** What of a webhook only its user and its receiver may know. */
const settings = z.object({
  url: z.string(),
  description: z.string(),
  /** Newest first. */
  secrets: z.array(signingSecret),
});
export type Settings = z.output<typeof settings>;

/** The row that sealed settings belong to. */
type Place = { readonly user_id: string; readonly webhook_id: string };

/** Most secrets that sign at the same time: each is a signature in a header. */
const MOST_SECRETS = 8;

const placeOf = ({ user_id, webhook_id }: Place): string => `${user_id}/${webhook_id}`;

/** Settings as they are stored. */
export const sealSettings = (keyring: Keyring, place: Place, value: Settings): Buffer =>
  keyring.seal(JSON.stringify(value), placeOf(place));

/** @throws SealError */
export const openSettings = (keyring: Keyring, row: Place & { readonly sealed: Uint8Array }): Settings =>
  settings.parse(JSON.parse(keyring.open(row.sealed, placeOf(row))));

/** The secrets that sign at `now`, the newest first. */
export const liveSecrets = ({ secrets }: Settings, now: Date): string[] =>
  secrets.filter(({ until }) => until === null || Date.parse(until) > now.getTime()).map(({ secret }) => secret);

/** Settings with another secret; the earlier ones sign until `until`, if they did not end sooner. */
export function withSecret(value: Settings, secret: string, until: Date, now: Date): Settings {
  const limit = until.toISOString();
  const earlier = value.secrets
    .map((old) => ({ ...old, until: old.until !== null && old.until < limit ? old.until : limit }))
    .filter((old) => old.until > now.toISOString());
  return { ...value, secrets: [{ secret, until: null }, ...earlier].slice(0, MOST_SECRETS) };
}

/** Length of a secret's random part, bytes; Standard Webhooks allows 24 to 64. */
export const SECRET_BYTES = 32;
const PREFIX = 'whsec_';

/** A signing secret as its user stores it: `whsec_` and base64. */
export const secretFrom = (randomBytes: Uint8Array): string =>
  `${PREFIX}${Buffer.from(randomBytes).toString('base64')}`;

/** What a receiver verifies: id of the event, Unix time in seconds, and the exact body. */
export type Signed = { readonly id: string; readonly timestamp: number; readonly body: string };

/**
 * Headers of a delivery as Standard Webhooks 1.0 has them: one `v1` signature (HMAC-SHA256 of `id.timestamp.body`) for each
 * secret, so that a receiver that has any of them can verify.
 */
export function signedHeaders({ id, timestamp, body }: Signed, secrets: readonly string[]): Record<string, string> {
  const content = `${id}.${timestamp}.${body}`;
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signatures.join(' ') };
}
