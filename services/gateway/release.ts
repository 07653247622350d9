import type { RequestCompleted } from '@styling/contracts';
import { type Kysely, sql } from 'kysely';
import type { GatewayTables } from './tables.ts';

/**
 * Gives back the slot of a request that has its terminal event, and its count unless it succeeded: only an answer of
 * 200 costs one. The slot itself is the token that makes it happen once, whoever hears the event and however often:
 * after the first time the row holds another request, or none.
 *
 * @returns whether this call released it
 */
export async function release(db: Kysely<GatewayTables>, completed: RequestCompleted['data']): Promise<boolean> {
  const refund = completed.status === 200 ? 0 : 1;
  const result = await db
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
    .where('user_id', '=', completed.user_id)
    .where('request_id', '=', completed.request_id)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
