import { type RequestCompleted, type StylingEvent, subjects } from '@styling/contracts';
import type { Projection } from '@styling/projections';
import { type Insertable, sql } from 'kysely';
import type { AnsweredRequestTable, UsageTables } from './tables.ts';

/** Every answered request, and counts of them by key. */
export const usageProjection: Projection<UsageTables> = {
  name: 'usage',
  filter: subjects.allCompleted,
  tables: ['answered_request', 'key_day', 'key_total'],
  async apply(trx, batch) {
    const rows = firstOfEach(batch);
    if (rows.length === 0) return;
    // Only what was not there before is counted: a terminal event may be said twice.
    const added = await trx
      .insertInto('answered_request')
      .values(rows)
      .onConflict((conflict) => conflict.column('request_id').doNothing())
      .returning(['key_id', 'endpoint', 'received_at'])
      .execute();
    if (added.length === 0) return;
    await trx
      .insertInto('key_day')
      .values(count(added.map((row) => ({ ...keyOf(row), day: row.received_at.toISOString().slice(0, 10) }))))
      .onConflict((conflict) =>
        conflict
          .columns(['key_id', 'day', 'endpoint'])
          .doUpdateSet({ requests: sql`key_day.requests + excluded.requests` }),
      )
      .execute();
    await trx
      .insertInto('key_total')
      .values(count(added.map(keyOf)))
      .onConflict((conflict) =>
        conflict.columns(['key_id', 'endpoint']).doUpdateSet({ requests: sql`key_total.requests + excluded.requests` }),
      )
      .execute();
  },
};

const keyOf = ({ key_id, endpoint }: Pick<AnsweredRequestTable, 'key_id' | 'endpoint'>) => ({ key_id, endpoint });

/** Rows for the terminal events of a batch, the first of each request. */
export function firstOfEach(
  batch: readonly { seq: number; event: StylingEvent }[],
): Insertable<AnsweredRequestTable>[] {
  const rows = new Map<string, Insertable<AnsweredRequestTable>>();
  for (const { seq, event } of batch) {
    if (event.type !== 'request.completed' || rows.has(event.data.request_id)) continue;
    rows.set(event.data.request_id, rowOf(seq, event.data));
  }
  return [...rows.values()];
}

const rowOf = (seq: number, data: RequestCompleted['data']): Insertable<AnsweredRequestTable> => ({
  request_id: data.request_id,
  key_id: data.key_id,
  endpoint: data.endpoint,
  received_at: new Date(data.received_at),
  latency_ms: data.latency_ms,
  status: data.status,
  seq,
});

/** How often each group occurs. */
export function count<Group extends object>(groups: readonly Group[]): (Group & { requests: number })[] {
  const counted = Map.groupBy(groups, (group) => JSON.stringify(group));
  return [...counted.values()].map((same) => ({ ...(same[0] as Group), requests: same.length }));
}
