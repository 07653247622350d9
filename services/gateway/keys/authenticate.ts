import type { IncomingMessage } from 'node:http';
import { ServiceError } from '@styling/service';
import type { Gateway } from '../gateway.ts';
import { digestOf, isWellFormed } from './api-key.ts';

/** The user and key of a request. */
export type Caller = { readonly user_id: string; readonly key_id: string };

/** A caller, and whether its key may manage the user's keys. */
export type Authenticated = Caller & { readonly may_manage: boolean };

/** The API key of a request, as it was sent. @param acceptsBearer whether it may also be `Authorization: Bearer` (RFC 6750) */
export const apiKeyOf = ({ headers }: IncomingMessage, acceptsBearer = false): string | undefined =>
  headers['x-api-key']?.toString() ??
  (acceptsBearer ? /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] : undefined);

/** `last_used_at` is updated at most this often, so that authentication rarely writes. */
const TOUCH_INTERVAL_MS = 60_000;

/**
 * Authenticates a request by its X-API-Key header (spec, "Authentication"); a doubled one arrives joined by a comma and is
 * refused like any wrong key. The key's row is read for every request, so that the very next one sees a revocation.
 *
 * @throws ServiceError `missing_api_key` (401), `invalid_api_key` (403, the same for wrong, malformed, revoked, inactive),
 *   `unavailable` when the database cannot be reached
 */
export async function authenticate(
  { db, keys, log }: Pick<Gateway, 'db' | 'keys' | 'log'>,
  header: string | undefined,
  now: Date,
): Promise<Authenticated> {
  if (header === undefined || header === '') throw new ServiceError('missing_api_key');
  if (!isWellFormed(header)) throw new ServiceError('invalid_api_key');
  const key = await keys.find(digestOf(header));
  if (!key) throw new ServiceError('invalid_api_key');
  const { user_id, key_id, last_used_at, may_manage } = key;
  if (!last_used_at || now.getTime() - last_used_at.getTime() > TOUCH_INTERVAL_MS) {
    const touched = db.updateTable('api_key').set({ last_used_at: now }).where('key_id', '=', key_id).execute();
    touched.catch((error) => log.warn({ err: error }, 'updating last_used_at failed'));
  }
  return { user_id, key_id, may_manage };
}
