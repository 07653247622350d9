import { countsAgainstDay, type RequestCompleted } from '@styling/contracts';
import { type Kysely, sql } from 'kysely';
import type { GatewayTables } from '../tables.ts';

/**
 * Statuses whose response is replayed. After a failure of ours (5xx) there is no result and no count, so a repeated request is
 * processed. A 403 concerns the API key, which may be another one on the next try.
 */
const REPLAYED_STATUSES: readonly number[] = [200, 400];

/** How a request ended. */
export type Ending = RequestCompleted['data'];

/** Whether the response to a request that ended so is given again to its Idempotency-Key. */
export const isReplayed = ({ status }: Ending): boolean => REPLAYED_STATUSES.includes(status);

/** What the day keeps of a request's reserved cost; null: all of it, as of endings that had no cost yet. */
export const keptOf = (ending: Ending): number | null => ending.cost ?? (countsAgainstDay(ending) ? null : 0);

/**
 * Releases the slot of a completed request, and gives back what it reserved of its day and did not cost. Idempotent: the row in
 * `running` is deleted once. In the same statement the terminal event is stored under the request's idempotency key, if it has
 * one, or the key is freed. `releaseAll` does the same for many, at half the speed for one; {@link releaseQueue} chooses.
 *
 * A transaction that holds a user's row waits for no row of `running`, so that releases and admissions never wait for each other in a circle.
 *
 * @returns whether this call released it
 */
export async function release(db: Kysely<GatewayTables>, completed: Ending): Promise<boolean> {
  const { user_id, request_id } = completed;
  const { rows } = await sql`
    with ended as (
      delete from running where user_id = ${user_id} and request_id = ${request_id}
      returning user_id, day, cost - least(cost, ${keptOf(completed)}::int) as refund
    ),
    released as (
      -- What another day counted is forgotten with that day.
      update admission as a set
        running = a.running - 1,
        used = a.used - case when a.day = e.day then e.refund else 0 end,
        request_id = nullif(a.request_id, ${request_id})
      from ended as e where a.user_id = e.user_id
      returning a.user_id
    ),
    settled as (${isReplayed(completed) ? keepEnding(completed) : freeKey(completed)})
    select from released`.execute(db);
  return rows.length > 0;
}

const keepEnding = (completed: Ending) => sql`
  update idempotency_key as k set completed = ${JSON.stringify(completed)}::jsonb
  from released as r where k.user_id = r.user_id and k.request_id = ${completed.request_id}`;

const freeKey = ({ request_id }: Ending) => sql`
  delete from idempotency_key as k using released as r
  where k.user_id = r.user_id and k.request_id = ${request_id}`;
