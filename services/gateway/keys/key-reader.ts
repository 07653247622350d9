import { sharedStatement } from '@styling/database';
import { type Kysely, sql } from 'kysely';
import type { ApiKey, GatewayTables } from '../tables.ts';
import { isActiveAt } from './is-active.ts';

/** See {@link keyReader}. */
export type KeyReader = ReturnType<typeof keyReader>;

type FoundKey = Pick<ApiKey, 'key_id' | 'user_id' | 'digest' | 'created_at' | 'last_used_at' | 'may_manage'>;

/**
 * Reads keys and sessions without a cache. Concurrent calls share one statement, which starts after they were made: every later
 * request sees a revocation, on any replica, and a busy gateway needs few statements. Both functions throw ServiceError
 * `unavailable` when the database cannot be reached.
 */
export function keyReader(db: Kysely<GatewayTables>, clock: () => Date) {
  return {
    /** The active key with this digest; undefined when it is unknown, revoked, expired or inactive. */
    find: sharedStatement(async (digests: readonly Buffer[]) => {
      const { rows } = await sql<FoundKey>`
        select k.key_id, k.user_id, k.digest, k.created_at, k.last_used_at, k.may_manage from api_key as k
        where k.digest = any(${digests}::bytea[]) and ${isActiveAt(clock())}`.execute(db);
      return digests.map((digest) => rows.find((key) => key.digest.equals(digest)));
    }),
    /** Whether this key is active. */
    isActive: sharedStatement(async (key_ids: readonly string[]) => {
      const { rows } = await sql<Pick<ApiKey, 'key_id'>>`
        select k.key_id from api_key as k
        where k.key_id = any(${key_ids}::text[]) and ${isActiveAt(clock())}`.execute(db);
      return key_ids.map((key_id) => rows.some((key) => key.key_id === key_id));
    }),
  };
}
