import { keyId, timestamp } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { GatewayTables } from '../tables.ts';
import { LISTED, type ListedKey } from './key-store.ts';

/** A page of a user's keys, oldest first, and the cursor of the next where more is left. */
export type KeyPage = { readonly keys: ListedKey[]; readonly next_cursor: string | null };

/** Postgres has no year 0, ISO 8601 has. */
const parts = z.tuple([z.enum(['unrevoked', 'revoked']), timestamp.refine((at) => !at.startsWith('0000')), keyId]);

const FIRST = ['-infinity', ''] as const;
const LAST = ['infinity', ''] as const;

/**
 * Reads a page of a user's keys: those that are not revoked come first, oldest first, then those that are, newest first. So the first
 * page has all that work, however many were revoked, and every page is read by an index.
 *
 * @throws ServiceError `invalid_cursor`
 */
export async function readKeyPage(
  db: Kysely<GatewayTables>,
  user_id: string,
  limit: number,
  cursor: string | undefined,
): Promise<KeyPage> {
  const { after, before } = placeOf(cursor);
  const columns = sql.join(LISTED.map((column) => sql.ref(column)));
  const { rows } = await sql<ListedKey>`
    (
      select ${columns} from api_key
      where user_id = ${user_id} and kind = 'key' and status <> 'revoked'
        and (created_at, key_id) > (${after[0]}::timestamptz, ${after[1]})
      order by created_at, key_id limit ${limit + 1}
    ) union all (
      select ${columns} from api_key
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
