import { createCipheriv, createDecipheriv, createHash, createHmac } from 'node:crypto';
import { z } from 'zod';

/** Sealed bytes: version (1), id of the key (4), nonce (12), tag (16), ciphertext. */
const VERSION = 1;
const [KEY_BYTES, KEY_ID_BYTES, NONCE_BYTES, TAG_BYTES] = [32, 4, 12, 16];
const HEAD_BYTES = 1 + KEY_ID_BYTES;
const CIPHER = 'aes-256-gcm';

/** 32 bytes in base64 each, separated by commas. The first key encrypts, all decrypt. */
export const encryptionKeys = z
  .string()
  .transform((text) => text.split(',').map((key) => Buffer.from(key.trim(), 'base64')))
  .refine(
    (keys) => keys.every(({ length }) => length === KEY_BYTES),
    'must be 32 bytes in base64, or several with commas',
  );

/** The key is not among ours, or what was sealed belongs to another row. */
export class SealError extends Error {
  override readonly name = 'SealError';
}

const settings = z.object({
  url: z.string(),
  description: z.string(),
  /** Newest first; `until` in ISO 8601, null for the current one. */
  secrets: z.array(z.object({ secret: z.string(), until: z.string().nullable() })),
});
export type Settings = z.output<typeof settings>;

type Place = { readonly user_id: string; readonly webhook_id: string };

/** Seals what must not be readable in the database, for one row: nothing else opens it. */
export type Keyring = ReturnType<typeof createKeyring>;

/** AES-256-GCM with a random nonce. @param keys at least one; the first seals */
export function createKeyring(keys: readonly Uint8Array[], random: (bytes: number) => Uint8Array) {
  const byHead = new Map(keys.map((key) => [headOf(key).toString('hex'), key]));
  const [first] = keys;
  if (!first) throw new TypeError('a keyring without keys');
  const head = headOf(first);
  const placeOf = ({ user_id, webhook_id }: Place) => Buffer.from(`${user_id}/${webhook_id}`);
  return {
    /** First bytes of all that the first key has sealed: what begins otherwise is to be sealed again. */
    head,
    seal(value: Settings, place: Place): Buffer {
      const nonce = random(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, first, nonce).setAAD(placeOf(place));
      const encrypted = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
      return Buffer.concat([head, nonce, cipher.getAuthTag(), encrypted]);
    },
    /** @throws SealError */
    open(row: Place & { readonly sealed: Uint8Array }): Settings {
      const bytes = Buffer.from(row.sealed);
      const key = byHead.get(bytes.toString('hex', 0, HEAD_BYTES));
      if (!key) throw new SealError('sealed with a key that is not in WEBHOOK_ENCRYPTION_KEY');
      const tagAt = HEAD_BYTES + NONCE_BYTES;
      try {
        const decipher = createDecipheriv(CIPHER, key, bytes.subarray(HEAD_BYTES, tagAt), { authTagLength: TAG_BYTES })
          .setAAD(placeOf(row))
          .setAuthTag(bytes.subarray(tagAt, tagAt + TAG_BYTES));
        const text = Buffer.concat([decipher.update(bytes.subarray(tagAt + TAG_BYTES)), decipher.final()]).toString();
        return settings.parse(JSON.parse(text));
      } catch (cause) {
        throw new SealError('not sealed for this row', { cause });
      }
    },
  };
}

const headOf = (key: Uint8Array): Buffer =>
  Buffer.concat([Buffer.of(VERSION), createHash('sha256').update(key).digest().subarray(0, KEY_ID_BYTES)]);

/** Each is a signature in a header. */
const MOST_SECRETS = 8;

/** The secrets that sign at `now`, the newest first. */
export const liveSecrets = ({ secrets }: Settings, now: Date): string[] =>
  secrets.filter(({ until }) => until === null || Date.parse(until) > now.getTime()).map(({ secret }) => secret);

/** Settings with another secret; earlier ones sign until `until`, unless they end sooner. */
export function withSecret(value: Settings, secret: string, until: Date, now: Date): Settings {
  const limit = until.toISOString();
  const earlier = value.secrets
    .map((old) => ({ ...old, until: old.until !== null && old.until < limit ? old.until : limit }))
    .filter((old) => old.until > now.toISOString());
  return { ...value, secrets: [{ secret, until: null }, ...earlier].slice(0, MOST_SECRETS) };
}

/** Standard Webhooks allows 24 to 64. */
export const SECRET_BYTES = 32;
const PREFIX = 'whsec_';

/** A signing secret as its user stores it: `whsec_` and base64. */
export const secretFrom = (randomBytes: Uint8Array): string =>
  `${PREFIX}${Buffer.from(randomBytes).toString('base64')}`;

/**
 * Headers by Standard Webhooks 1.0: a `v1` signature (HMAC-SHA256 of `id.timestamp.body`, time in Unix seconds) per
 * secret, so that a receiver that has any of them can verify.
 */
export function signedHeaders(
  { id, timestamp, body }: { readonly id: string; readonly timestamp: number; readonly body: string },
  secrets: readonly string[],
): Record<string, string> {
  const content = `${id}.${timestamp}.${body}`;
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signatures.join(' ') };
}
