import { sharedStatement } from '@styling/database';
import { type Kysely, sql } from 'kysely';
import type { ApiKey, GatewayTables } from '../tables.ts';

/** See {@link keyReader}. */
export type KeyReader = ReturnType<typeof keyReader>;

/**
 * Reads keys without a cache. Concurrent calls share one statement, which starts after they were made: every later request
 * sees a revocation, on any replica, and a busy gateway needs few statements. Both functions throw ServiceError
 * `unavailable` when the database cannot be reached.
 */
export function keyReader(db: Kysely<GatewayTables>) {
  return {
    /** The active key with this digest; undefined when it is unknown, revoked or inactive. */
    find: sharedStatement(async (digests: readonly Buffer[]) => {
      const { rows } = await sql<FoundKey>`
        select key_id, user_id, digest, last_used_at, may_manage from api_key
        where digest = any(${digests}::bytea[]) and status = 'active'`.execute(db);
      return digests.map((digest) => rows.find((key) => key.digest.equals(digest)));
    }),
    /** Whether this key is active. */
    isActive: sharedStatement(async (key_ids: readonly string[]) => {
      const { rows } = await sql<Pick<ApiKey, 'key_id'>>`
        select key_id from api_key where key_id = any(${key_ids}::text[]) and status = 'active'`.execute(db);
      return key_ids.map((key_id) => rows.some((key) => key.key_id === key_id));
    }),
  };
}

type FoundKey = Pick<ApiKey, 'key_id' | 'user_id' | 'digest' | 'last_used_at' | 'may_manage'>;
