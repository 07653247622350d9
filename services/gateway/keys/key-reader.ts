import { sharedStatement } from '@styling/database';
import type { Kysely } from 'kysely';
import type { ApiKey, GatewayTables } from '../tables.ts';
import { activeAmong, findActiveKeys } from './key-store.ts';

/** The key of a request. */
export type ActiveKey = Pick<ApiKey, 'key_id' | 'user_id' | 'last_used_at'>;

/** Reads the current state of keys; throws ServiceError `unavailable` when the database cannot be reached. */
export type KeyReader = {
  /** The active key with this digest; undefined when it is unknown, revoked or inactive. */
  find(digest: Buffer): Promise<ActiveKey | undefined>;
  /** Whether this key is active. */
  isActive(key_id: string): Promise<boolean>;
};

/**
 * Reads keys without a cache. Concurrent calls share one statement, which starts after they were made: every later request
 * sees a revocation, on any replica, and a busy gateway needs few statements.
 */
export function keyReader(db: Kysely<GatewayTables>): KeyReader {
  return {
    find: sharedStatement(async (digests: readonly Buffer[]) => {
      const keys = await findActiveKeys(db, digests);
      const byDigest = new Map(keys.map((key) => [key.digest.toString('base64'), key]));
      return digests.map((digest) => byDigest.get(digest.toString('base64')));
    }),
    isActive: sharedStatement(async (key_ids: readonly string[]) => {
      const active = await activeAmong(db, key_ids);
      return key_ids.map((key_id) => active.has(key_id));
    }),
  };
}
