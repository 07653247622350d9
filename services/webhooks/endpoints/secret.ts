import { createHmac } from 'node:crypto';

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
