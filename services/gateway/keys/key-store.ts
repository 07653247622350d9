import { type Kysely, sql } from 'kysely';
import type { ApiKey, GatewayTables } from '../tables.ts';

/** A key as `npm run keys` lists it. */
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

/** The active ones among the keys with these digests, in no order; unknown, revoked and inactive ones are left out. */
export const findActiveKeys = (db: Kysely<GatewayTables>, digests: readonly Buffer[]) =>
  db
    .selectFrom('api_key')
    .select(['key_id', 'user_id', 'digest', 'last_used_at'])
    .where('digest', '=', sql<Buffer>`any(${digests}::bytea[])`)
    .where('status', '=', 'active')
    .execute();

/** Which of these keys are active now. */
export async function activeAmong(db: Kysely<GatewayTables>, key_ids: readonly string[]): Promise<Set<string>> {
  const keys = await db
    .selectFrom('api_key')
    .select('key_id')
    .where('key_id', '=', sql<string>`any(${key_ids}::text[])`)
    .where('status', '=', 'active')
    .execute();
  return new Set(keys.map(({ key_id }) => key_id));
}

/** Updates `last_used_at` of a key. */
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
