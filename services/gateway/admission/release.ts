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
 * one, or the key is freed. `releaseAll` does the same for many, at half the speed for one.
 *
 * A transaction that holds a user's row waits for no row of `running`, so that releases and admissions never wait for each other in a circle.
 *
 * @returns whether this call released it
 */
export async function release(db: Kysely<GatewayTables>, completed: Ending): Promise<boolean> {
  const { user_id, request_id } = completed;
  const released = await db
    .with('ended', (query) =>
      query
        .deleteFrom('running')
        .where('user_id', '=', user_id)
        .where('request_id', '=', request_id)
        .returning(['user_id', 'day', sql<number>`cost - least(cost, ${keptOf(completed)}::int)`.as('refund')]),
    )
    .with('released', (query) =>
      query
        .updateTable('admission as a')
        .from('ended as e')
        .set({
          running: sql<number>`a.running - 1`,
          // What another day counted is forgotten with that day.
          used: sql<number>`a.used - case when a.day = e.day then e.refund else 0 end`,
          request_id: sql`nullif(a.request_id, ${request_id})`,
        })
        .whereRef('a.user_id', '=', 'e.user_id')
        .returning('a.user_id'),
    )
    .with('settled', (query) =>
      isReplayed(completed)
        ? query
            .updateTable('idempotency_key as k')
            .from('released')
            .set({ completed: JSON.stringify(completed) })
            .whereRef('k.user_id', '=', 'released.user_id')
            .where('k.request_id', '=', request_id)
        : query
            .deleteFrom('idempotency_key as k')
            .using('released')
            .whereRef('k.user_id', '=', 'released.user_id')
            .where('k.request_id', '=', request_id),
    )
    .selectFrom('released')
    .select('user_id')
    .executeTakeFirst();
  return released !== undefined;
}
