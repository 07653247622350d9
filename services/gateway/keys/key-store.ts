import { type EventOf, keyId, type keyRevoked, timestamp } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';

// Rows of `api_key` of kind `key`; `portal/sessions.ts` has the sessions.

export type ListedKey = {
  readonly key_id: string;
  readonly user_id: string;
  readonly name: string;
  readonly status: 'active' | 'inactive' | 'revoked';
  readonly created_at: Date;
  readonly revoked_at: Date | null;
  readonly last_used_at: Date | null;
  readonly may_manage: boolean;
};
export const LISTED = sql`key_id, user_id, name, status, created_at, revoked_at, last_used_at, may_manage`;

/** A user's keys that are not revoked, oldest first. */
export async function listUnrevoked(db: Kysely<unknown>, user_id: string): Promise<ListedKey[]> {
  const { rows } = await sql<ListedKey>`
    select ${LISTED} from api_key where user_id = ${user_id} and kind = 'key' and status <> 'revoked'
    order by created_at, key_id`.execute(db);
  return rows;
}

/** All of a user's keys, oldest first and without a bound, for operators. */
export async function listKeys(db: Kysely<unknown>, user_id: string): Promise<ListedKey[]> {
  const { rows } = await sql<ListedKey>`
    select ${LISTED} from api_key where user_id = ${user_id} and kind = 'key' order by created_at, key_id`.execute(db);
  return rows;
}

/** Ids of a user's keys, those that were used last first, at most `most`. */
export async function lastUsedKeys(db: Kysely<unknown>, user_id: string, most: number): Promise<string[]> {
  const { rows } = await sql<{ key_id: string }>`
    select key_id from api_key where user_id = ${user_id}
    order by last_used_at desc nulls last, key_id limit ${most}`.execute(db);
  return rows.map(({ key_id }) => key_id);
}

/** Renames a user's key; undefined when the user has no such key. */
export async function renameKey(db: Kysely<unknown>, user_id: string, key_id: string, name: string) {
  const { rows } = await sql<ListedKey>`
    update api_key set name = ${name} where kind = 'key' and user_id = ${user_id} and key_id = ${key_id}
    returning ${LISTED}`.execute(db);
  return rows[0];
}

/** Revokes keys that are not revoked yet, as of the moments of their events. */
export async function revokeAll(db: Kysely<unknown>, revocations: readonly EventOf<typeof keyRevoked>[]) {
  await sql`
    update api_key as k set status = 'revoked', revoked_at = r.revoked_at
    from (
      select key_id, min(revoked_at) as revoked_at
      from unnest(
        ${revocations.map(({ data }) => data.key_id)}::text[], ${revocations.map(({ time }) => time)}::timestamptz[]
      ) as r (key_id, revoked_at)
      group by key_id
    ) as r
    where k.key_id = r.key_id and k.status <> 'revoked'`.execute(db);
}

/** Postgres has no year 0, ISO 8601 has. */
const parts = z.tuple([z.enum(['unrevoked', 'revoked']), timestamp.refine((at) => !at.startsWith('0000')), keyId]);

const FIRST = ['-infinity', ''] as const;
const LAST = ['infinity', ''] as const;

/** Unrevoked keys, oldest first, then revoked, newest first; read by an index. @throws ServiceError `invalid_cursor` */
export async function readKeyPage(db: Kysely<unknown>, user_id: string, limit: number, cursor: string | undefined) {
  const { after, before } = placeOf(cursor);
  const { rows } = await sql<ListedKey>`
    (
      select ${LISTED} from api_key
      where user_id = ${user_id} and kind = 'key' and status <> 'revoked'
        and (created_at, key_id) > (${after[0]}::timestamptz, ${after[1]})
      order by created_at, key_id limit ${limit + 1}
    ) union all (
      select ${LISTED} from api_key
      where user_id = ${user_id} and kind = 'key' and status = 'revoked'
        and (created_at, key_id) < (${before[0]}::timestamptz, ${before[1]})
      order by created_at desc, key_id desc limit ${limit + 1}
    )`.execute(db);
  const { unrevoked = [], revoked = [] } = Object.groupBy(rows.sort(byAge), stateOf);
  const found = [...unrevoked, ...revoked.toReversed()];
  const keys = found.slice(0, limit);
  const last = keys.at(-1);
  return { keys: keys.sort(byAge), next_cursor: last && found.length > limit ? cursorAfter(last) : null };
}

const stateOf = ({ status }: ListedKey) => (status === 'revoked' ? 'revoked' : 'unrevoked');
const byAge = (a: ListedKey, b: ListedKey) =>
  a.created_at.getTime() - b.created_at.getTime() || (a.key_id < b.key_id ? -1 : 1);

const cursorAfter = (last: ListedKey): string =>
  Buffer.from(`${stateOf(last)} ${last.created_at.toISOString()} ${last.key_id}`).toString('base64url');

function placeOf(cursor: string | undefined) {
  if (cursor === undefined) return { after: FIRST, before: LAST };
  const { data } = parts.safeParse(Buffer.from(cursor, 'base64url').toString().split(' '));
  if (!data) throw new ServiceError('invalid_cursor', { field: 'cursor' });
  const [state, created_at, key_id] = data;
  const place = [created_at, key_id] as const;
  return state === 'unrevoked' ? { after: place, before: LAST } : { after: LAST, before: place };
}
