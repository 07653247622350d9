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

/**
 * Releases the slot of a completed request, and refunds it unless it counts. Idempotent: once released, the row holds another
 * request or none. In the same statement the terminal event is stored under the request's idempotency key, if it has one, or
 * the key is freed. The user's row is locked first, as in admission. `releaseAll` does the same for many, at half the speed
 * for one.
 *
 * @returns whether this call released it
 */
export async function release(db: Kysely<GatewayTables>, completed: Ending): Promise<boolean> {
  const { user_id, request_id } = completed;
  const refund = countsAgainstDay(completed) ? 0 : 1;
  const released = await db
    .with('released', (query) =>
      query
        .updateTable('admission')
        .set({
          request_id: null,
          key_id: null,
          endpoint: null,
          received_at: null,
          deadline: null,
          // The row still has the day on which this was counted: it cannot change while the slot is taken.
          used: sql<number>`used - ${refund}::int`,
        })
        .where('user_id', '=', user_id)
        .where('request_id', '=', request_id)
        .returning('user_id'),
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
