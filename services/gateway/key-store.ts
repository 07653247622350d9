import type { Kysely } from 'kysely';
import type { ApiKey, GatewayTables } from './tables.ts';

/** A key as its owner sees it. */
export type ListedKey = Omit<ApiKey, 'digest'>;

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

/** The active key with this digest; undefined when it is unknown, revoked or inactive. */
export const findActiveKey = (db: Kysely<GatewayTables>, digest: Buffer) =>
  db
    .selectFrom('api_key')
    .select(['key_id', 'user_id', 'last_used_at'])
    .where('digest', '=', digest)
    .where('status', '=', 'active')
    .executeTakeFirst();

/** Whether this key is active now. */
export async function isActive(db: Kysely<GatewayTables>, key_id: string): Promise<boolean> {
  const key = await db.selectFrom('api_key').select('status').where('key_id', '=', key_id).executeTakeFirst();
  return key?.status === 'active';
}

/** Notes that a key was used. */
export async function touchKey(db: Kysely<GatewayTables>, key_id: string, now: Date): Promise<void> {
  await db.updateTable('api_key').set({ last_used_at: now }).where('key_id', '=', key_id).execute();
}

/** A user's keys, oldest first. */
export const listKeys = (db: Kysely<GatewayTables>, user_id: string): Promise<ListedKey[]> =>
  db
    .selectFrom('api_key')
    .select(['key_id', 'user_id', 'name', 'status', 'created_at', 'revoked_at', 'last_used_at'])
    .where('user_id', '=', user_id)
    .orderBy('created_at')
    .orderBy('key_id')
    .execute();

/** Revokes a key for good; revoking it again changes nothing. Undefined when there is no such key. */
export async function revokeKey(db: Kysely<GatewayTables>, key_id: string, now: Date): Promise<ListedKey | undefined> {
  await db
    .updateTable('api_key')
    .set({ status: 'revoked', revoked_at: now })
    .where('key_id', '=', key_id)
    .where('status', '!=', 'revoked')
    .execute();
  return db
    .selectFrom('api_key')
    .select(['key_id', 'user_id', 'name', 'status', 'created_at', 'revoked_at', 'last_used_at'])
    .where('key_id', '=', key_id)
    .executeTakeFirst();
}
