import type { IncomingMessage } from 'node:http';
import { sharedStatement } from '@styling/database';
import { ServiceError } from '@styling/service';
import type { Logger } from '@styling/telemetry';
import { type Kysely, sql } from 'kysely';
import { requireSameOrigin, sessionCookieOf, sessionExpiry } from '../portal/session-cookie.ts';
import { digestOf, isActiveAt, isWellFormed } from './api-key.ts';
import type { ListedKey } from './key-store.ts';

/** The key may be a session of the portal. */
export type Caller = { readonly user_id: string; readonly key_id: string };

export type Authenticated = Caller & { readonly may_manage: boolean; readonly is_session: boolean };

type Authenticating = {
  readonly db: Kysely<unknown>;
  readonly keys: ReturnType<typeof keyReader>;
  readonly log: Logger;
  readonly portalUrl?: string | undefined;
};

/** The API key of a request, as it was sent. @param acceptsBearer whether it may also be `Authorization: Bearer` (RFC 6750) */
export const apiKeyOf = ({ headers }: IncomingMessage, acceptsBearer = false): string | undefined =>
  headers['x-api-key']?.toString() ??
  (acceptsBearer ? /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] : undefined);

const BEARER_TEXT = 'send the API key as Authorization: Bearer <key>, or in the X-API-Key header';

/** `last_used_at` is updated at most this often, so that authentication rarely writes. */
const TOUCH_INTERVAL_MS = 60_000;

/**
 * Authenticates by the X-API-Key header (spec, "Authentication"; a doubled one is a wrong key), else by the session
 * cookie. The key's row is read for every request, so that the very next one sees a revocation.
 * @throws ServiceError `missing_api_key` (401), `invalid_api_key` (403, the same for wrong, malformed, revoked,
 *   inactive), those of {@link authenticateSession}, `unavailable`
 */
export async function authenticate(deps: Authenticating, request: IncomingMessage, now: Date, acceptsBearer = false) {
  const key = apiKeyOf(request, acceptsBearer);
  if (key) return useSecret(deps, 'key', key, now);
  if (sessionCookieOf(request, deps.portalUrl) !== undefined) return authenticateSession(deps, request, now);
  throw missingKey(acceptsBearer);
}

/** The 401 of a request without a key, with a challenge (RFC 6750) where it may be a bearer token. */
export const missingKey = (acceptsBearer: boolean): ServiceError =>
  new ServiceError('missing_api_key', acceptsBearer ? { challenge: 'Bearer', details: BEARER_TEXT } : {});

/**
 * Authenticates by the session cookie.
 * @throws ServiceError `cross_site` (403) from a page of another site; `signed_out` (401) without a live session;
 *   `unavailable`
 */
export async function authenticateSession(gateway: Authenticating, request: IncomingMessage, now: Date) {
  requireSameOrigin(request, gateway.portalUrl);
  return useSecret(gateway, 'session', sessionCookieOf(request, gateway.portalUrl) ?? '', now);
}

async function useSecret({ db, keys, log }: Authenticating, kind: 'key' | 'session', secret: string, now: Date) {
  const refusal = kind === 'key' ? 'invalid_api_key' : 'signed_out';
  // The form includes the kind: no key is accepted as a cookie, and no cookie as a key.
  if (!isWellFormed(secret, kind)) throw new ServiceError(refusal);
  const key = await keys.find(digestOf(secret));
  if (!key) throw new ServiceError(refusal);
  const { user_id, key_id, created_at, last_used_at, may_manage } = key;
  if (!last_used_at || now.getTime() - last_used_at.getTime() > TOUCH_INTERVAL_MS) {
    const expires_at = kind === 'session' ? sessionExpiry(created_at, now) : null;
    const touched = sql`
      update api_key set last_used_at = ${now}, expires_at = ${expires_at} where key_id = ${key_id}`.execute(db);
    touched.catch((error) => log.warn({ err: error }, 'updating last_used_at failed'));
  }
  return { user_id, key_id, may_manage, is_session: kind === 'session' };
}

type FoundKey = Pick<ListedKey, 'key_id' | 'user_id' | 'created_at' | 'last_used_at' | 'may_manage'> & {
  readonly digest: Buffer;
};

/** Uncached: every later request sees a revocation. Calls share statements begun after them. @throws `unavailable` */
export function keyReader(db: Kysely<unknown>, clock: () => Date) {
  return {
    /** The active key with this digest; undefined when it is unknown, revoked, expired or inactive. */
    find: sharedStatement(async (digests: readonly Buffer[]) => {
      const { rows } = await sql<FoundKey>`
        select k.key_id, k.user_id, k.digest, k.created_at, k.last_used_at, k.may_manage from api_key as k
        where k.digest = any(${digests}::bytea[]) and ${isActiveAt(clock())}`.execute(db);
      return digests.map((digest) => rows.find((key) => key.digest.equals(digest)));
    }),
    isActive: sharedStatement(async (key_ids: readonly string[]) => {
      const { rows } = await sql<{ key_id: string }>`
        select k.key_id from api_key as k
        where k.key_id = any(${key_ids}::text[]) and ${isActiveAt(clock())}`.execute(db);
      return key_ids.map((key_id) => rows.some((key) => key.key_id === key_id));
    }),
  };
}
