import { type RequestCompleted, type StylingEvent, subjects } from '@styling/contracts';
import { arrayLiteral, type Projection } from '@styling/projections';
import { sql, type Transaction } from 'kysely';
import type { UsageTables } from './tables.ts';

/** Every answered request, and counts of them by key. */
export const usageProjection: Projection<UsageTables> = {
  name: 'usage',
  filter: subjects.allCompleted,
  tables: ['answered_request', 'key_day', 'key_total'],
  async apply(trx, batch) {
    const rows = firstOfEach(batch);
    if (rows.length > 0) await addRequests(trx, rows);
  },
};

async function addRequests(trx: Transaction<UsageTables>, rows: readonly AnsweredRequest[]): Promise<void> {
  const column = (value: (row: AnsweredRequest) => string | number) => arrayLiteral(rows.map(value));
  // Rows go as columns, so that it is one statement of one text. Only what was not there before is counted: a terminal
  // event may be said twice. A statement is prepared if it has no more than 1,000 characters.
  await sql`
    with added as (
      insert into answered_request (request_id, key_id, endpoint, received_at, latency_ms, status, seq)
      select * from unnest(
        ${column(({ data }) => data.request_id)}::text[], ${column(({ data }) => data.key_id)}::text[],
        ${column(({ data }) => data.endpoint)}::text[],
        ${column(({ data }) => data.received_at)}::timestamptz[], ${column(({ data }) => data.latency_ms)}::integer[],
        ${column(({ data }) => data.status)}::integer[], ${column(({ seq }) => seq)}::bigint[])
      on conflict (request_id) do nothing
      returning key_id, (received_at at time zone 'UTC')::date as day, endpoint
    ), counted as (
      select key_id, day, endpoint, count(*) as requests from added group by key_id, day, endpoint
    ), by_day as (
      insert into key_day (key_id, day, endpoint, requests) table counted
      on conflict (key_id, day, endpoint) do update set requests = key_day.requests + excluded.requests
    )
    insert into key_total (key_id, endpoint, requests)
    select key_id, endpoint, sum(requests) from counted group by key_id, endpoint
    on conflict (key_id, endpoint) do update set requests = key_total.requests + excluded.requests`.execute(trx);
}

type AnsweredRequest = { readonly seq: number; readonly data: RequestCompleted['data'] };

/** The terminal events of a batch, the first of each request. */
function firstOfEach(batch: readonly { seq: number; event: StylingEvent }[]): AnsweredRequest[] {
  const first = new Map<string, AnsweredRequest>();
  for (const { seq, event } of batch) {
    if (event.type !== 'request.completed' || first.has(event.data.request_id)) continue;
    first.set(event.data.request_id, { seq, data: event.data });
  }
  return [...first.values()];
}
