import { sharedStatement } from '@styling/database';
import { type Kysely, sql } from 'kysely';
import type { GatewayTables } from '../tables.ts';
import { activeKeys } from './active-keys.ts';

/** See {@link keyReader}. */
export type KeyReader = ReturnType<typeof keyReader>;

/**
 * Reads keys and sessions without a cache. Concurrent calls share one statement, which starts after they were made: every later
 * request sees a revocation, on any replica, and a busy gateway needs few statements. Both functions throw ServiceError
 * `unavailable` when the database cannot be reached.
 */
export function keyReader(db: Kysely<GatewayTables>, clock: () => Date) {
  return {
    /** The active key with this digest; undefined when it is unknown, revoked, expired or inactive. */
    find: sharedStatement(async (digests: readonly Buffer[]) => {
      const keys = await activeKeys(db, clock())
        .select(['k.key_id', 'k.user_id', 'k.digest', 'k.created_at', 'k.last_used_at', 'k.may_manage'])
        .where('k.digest', '=', sql<Buffer>`any(${digests}::bytea[])`)
        .execute();
      return digests.map((digest) => keys.find((key) => key.digest.equals(digest)));
    }),
    /** Whether this key is active. */
    isActive: sharedStatement(async (key_ids: readonly string[]) => {
      const keys = await activeKeys(db, clock())
        .select('k.key_id')
        .where('k.key_id', '=', sql<string>`any(${key_ids}::text[])`)
        .execute();
      return key_ids.map((key_id) => keys.some((key) => key.key_id === key_id));
    }),
  };
}
