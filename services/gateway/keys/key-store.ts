import { type Kysely, sql } from 'kysely';
import type { ApiKey, GatewayTables } from '../tables.ts';

/** A key as `npm run keys` lists it. */
export type ListedKey = Omit<ApiKey, 'digest'>;
const LISTED = ['key_id', 'user_id', 'name', 'status', 'created_at', 'revoked_at', 'last_used_at'] as const;

/** Stores a new active key. */
export async function insertKey(
  db: Kysely<GatewayTables>,
  key: Pick<ApiKey, 'key_id' | 'user_id' | 'name' | 'digest' | 'created_at'>,
): Promise<void> {
  await db
    .insertInto('api_key')
    .values({ ...key, status: 'active', revoked_at: null, last_used_at: null })
    .execute();
}

/** A user's keys, oldest first. */
export const listKeys = (db: Kysely<GatewayTables>, user_id: string): Promise<ListedKey[]> =>
  db
    .selectFrom('api_key')
    .select(LISTED)
    .where('user_id', '=', user_id)
    .orderBy('created_at')
    .orderBy('key_id')
    .execute();

/** Revokes a key for good; revoking it again changes nothing. Undefined when there is no such key. */
export const revokeKey = (db: Kysely<GatewayTables>, key_id: string, now: Date): Promise<ListedKey | undefined> =>
  db
    .updateTable('api_key')
    .set({ status: 'revoked', revoked_at: sql<Date>`coalesce(revoked_at, ${now})` })
    .where('key_id', '=', key_id)
    .returning(LISTED)
    .executeTakeFirst();
