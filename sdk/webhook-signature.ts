import { StylingError } from './errors.ts';
import type { Event } from './generated/types.gen.ts';
import { base64Of, bytesOf } from './picture.ts';

/** Headers as a server has them, of any kind. */
export type ReceivedHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A delivery without a valid signature of the service, or one that is too old. Respond with 400. */
export class WebhookVerificationError extends StylingError {
  override readonly name = 'WebhookVerificationError';
}

const PREFIX = 'whsec_';
const TOLERANCE_SECONDS = 300;
const HMAC = { name: 'HMAC', hash: 'SHA-256' } as const;

/**
 * Verifies a delivery to a webhook (Standard Webhooks 1.0, signatures `v1`), in constant time.
 *
 * @param payload the body exactly as received, not parsed
 * @param secret of the webhook, `whsec_…`; several while one replaces another
 * @param options.toleranceSeconds how far the time of the delivery may be from now; default: five minutes
 * @param options.now ms since 1970
 * @returns the event; drop one whose `id` you have seen
 * @throws WebhookVerificationError; TypeError when a secret is none
 */
export async function verifyWebhook(
  payload: string | Uint8Array,
  headers: ReceivedHeaders,
  secret: string | readonly string[],
  options: { readonly toleranceSeconds?: number; readonly now?: number } = {},
): Promise<Event> {
  const { toleranceSeconds = TOLERANCE_SECONDS, now = Date.now() } = options;
  const keys = await Promise.all([secret].flat().map((text) => keyOf(text, 'verify')));
  const id = header(headers, 'webhook-id');
  const timestamp = header(headers, 'webhook-timestamp');
  const signatures = header(headers, 'webhook-signature').split(' ').flatMap(signatureOf);
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookVerificationError('webhook-timestamp is not a time');
  const age = now / 1000 - Number(timestamp);
  if (Math.abs(age) > toleranceSeconds) {
    const seconds = Math.round(Math.abs(age));
    throw new WebhookVerificationError(`webhook-timestamp is ${seconds} s ${age > 0 ? 'old' : 'ahead'}`);
  }
  const text = typeof payload === 'string' ? payload : new TextDecoder('utf-8', { ignoreBOM: true }).decode(payload);
  const signed = signedBytes(id, timestamp, text);
  for (const [key, signature] of keys.flatMap((key) => signatures.map((signature) => [key, signature] as const))) {
    if (await crypto.subtle.verify('HMAC', key, signature, signed)) return JSON.parse(text);
  }
  throw new WebhookVerificationError('webhook-signature is of none of the secrets');
}

/**
 * The headers of a delivery, as the service sends them.
 *
 * @param timestamp seconds since 1970
 * @throws TypeError when the secret is none
 */
export async function signWebhook(
  { id, timestamp, payload }: { readonly id: string; readonly timestamp: number; readonly payload: string },
  secret: string,
): Promise<Record<string, string>> {
  const key = await keyOf(secret, 'sign');
  const signature = await crypto.subtle.sign('HMAC', key, signedBytes(id, String(timestamp), payload));
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${base64Of(new Uint8Array(signature))}`,
  };
}

function header(headers: ReceivedHeaders, name: string): string {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers);
  const value = entries.find(([given]) => given.toLowerCase() === name)?.[1];
  if (typeof value !== 'string' || value === '') throw new WebhookVerificationError(`${name} is missing`);
  return value;
}

/** The bytes of a `v1` signature; other versions are for other receivers. */
function signatureOf(text: string): Uint8Array<ArrayBuffer>[] {
  const bytes = text.startsWith('v1,') ? decoded(text.slice(3)) : undefined;
  return bytes ? [bytes] : [];
}

function keyOf(secret: string, use: 'sign' | 'verify') {
  const bytes = decoded(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
  if (!bytes?.length) throw new TypeError('the secret of a webhook is whsec_ and base64');
  return crypto.subtle.importKey('raw', bytes, HMAC, false, [use]);
}

function decoded(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return bytesOf(base64);
  } catch {
    return undefined;
  }
}

const signedBytes = (id: string, timestamp: string, payload: string): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(`${id}.${timestamp}.${payload}`);
