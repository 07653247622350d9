import { countsAgainstDay } from '@styling/contracts';
import { type Kysely, sql } from 'kysely';
import type { GatewayTables } from '../tables.ts';
import { type Ending, isReplayed } from './release.ts';

/**
 * Releases the slots of ended requests, in one statement, and refunds those that do not count. Of several endings of a request
 * the first counts. Idempotent: once released, the row holds another request or none. The ending is stored under the request's
 * idempotency key, if it has one, or the key is freed. Rows are locked by user in order, as in admission.
 *
 * @param endings in the order of the log
 * @returns ids of the requests that this call released
 */
export async function releaseAll(db: Kysely<GatewayTables>, endings: readonly Ending[]): Promise<string[]> {
  const column = <T>(of: (ending: Ending) => T) => endings.map(of);
  const { rows } = await sql<{ request_id: string }>`
    with ended as (
      select distinct on (request_id) *
      from unnest(
        ${column(({ user_id }) => user_id)}::text[], ${column(({ request_id }) => request_id)}::text[],
        ${column((ending) => (countsAgainstDay(ending) ? 0 : 1))}::int[],
        ${column((ending) => (isReplayed(ending) ? JSON.stringify(ending) : null))}::text[]
      ) with ordinality as e (user_id, request_id, refund, completed, place)
      order by request_id, place
    ),
    held as (
      select a.user_id, a.request_id from admission as a join ended as e using (user_id, request_id)
      order by a.user_id for update of a
    ),
    released as (
      -- The row still has the day on which this was counted: it cannot change while the slot is taken.
      update admission as a set
        request_id = null, key_id = null, endpoint = null, received_at = null, deadline = null, used = a.used - e.refund
      from held as h join ended as e using (user_id, request_id)
      where a.user_id = h.user_id and a.request_id = h.request_id
      returning e.user_id, e.request_id, e.completed
    ),
    settled as (
      update idempotency_key as k set completed = r.completed::jsonb from released as r
      where k.user_id = r.user_id and k.request_id = r.request_id and r.completed is not null
    ),
    freed as (
      delete from idempotency_key as k using released as r
      where k.user_id = r.user_id and k.request_id = r.request_id and r.completed is null
    )
    select request_id from released`.execute(db);
  return rows.map(({ request_id }) => request_id);
}
