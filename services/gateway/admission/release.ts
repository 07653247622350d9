import type { RequestCompleted } from '@styling/contracts';
import { type Kysely, sql } from 'kysely';
import type { GatewayTables } from '../tables.ts';

/**
 * Statuses that a repeated request is told again. A failure of ours made nothing and gave its count back: whoever
 * repeats the request wants it done. A 403 is about the key it came with, which the next try may not have.
 */
const TOLD_AGAIN: readonly number[] = [200, 400];

/**
 * Gives back the slot of a request that has its terminal event, and its count unless it succeeded: only an answer of
 * 200 costs one. The slot itself is the token that makes it happen once, whoever hears the event and however often:
 * after the first time the row holds another request, or none.
 *
 * In the same statement the answer is noted under the request's idempotency key, if it came with one, or the key is free
 * again. The user's row is locked first, as by whoever admits.
 *
 * @returns whether this call released it
 */
export async function release(db: Kysely<GatewayTables>, completed: RequestCompleted['data']): Promise<boolean> {
  const { user_id, request_id, status } = completed;
  const refund = status === 200 ? 0 : 1;
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
          // The day of the row is the day that this was counted on: a taken slot lets nobody change it.
          used: sql<number>`used - ${refund}::int`,
        })
        .where('user_id', '=', user_id)
        .where('request_id', '=', request_id)
        .returning('user_id'),
    )
    .with('settled', (query) =>
      TOLD_AGAIN.includes(status)
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
