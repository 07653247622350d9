import { partitionOf, type ReadCounted, type RequestCompleted, type StylingEvent, subjects } from '@styling/contracts';
import { arrayLiteral, type Projection } from '@styling/projections';
import { sql, type Transaction } from 'kysely';
import { addRollUps } from './add-roll-ups.ts';
import { isFailed, isRefused } from './outcome-columns.ts';
import type { UsageTables } from './tables.ts';

/**
 * Every answered request, and counts of them by key. A roll-up of a key and day replaces its reads, in whatever order the
 * sources are read; roll-ups come first, so that a rebuild need not remove what they replace.
 */
export const usageProjection: Projection<UsageTables> = {
  name: 'usage',
  sources: [subjects.allRollUps, subjects.allCompleted, subjects.allReads],
  tables: ['answered_request', 'key_day', 'key_total', 'rolled_up_day'],
  async apply(trx, batch) {
    const events = batch.map(({ event }) => event);
    const rollUps = events.flatMap((event) => (event.type === 'usage.reads_rolled_up' ? [event.data] : []));
    if (rollUps.length > 0) await addRollUps(trx, rollUps);
    const requests = firstOfEach(events);
    if (requests.length > 0) await addRequests(trx, requests);
  },
};

async function addRequests(trx: Transaction<UsageTables>, requests: readonly AnsweredRequest[]): Promise<void> {
  const column = (value: (row: AnsweredRequest) => string | number | boolean | null) =>
    arrayLiteral(requests.map(value));
  const isNew = requests.some(({ partition }) => partition !== null)
    ? sql`where not exists (select from rolled_up_day r
        where r.key_id = a.key_id and r.day = (a.received_at at time zone 'UTC')::date and a.partition is not null)`
    : sql``;
  // Rows go as columns, in the table's order, so that the statement is prepared once. Only new rows are counted: an
  // event may be published twice.
  await sql`with added as (
insert into answered_request
select * from unnest(
${column(({ request_id }) => request_id)}::text[], ${column(({ key_id }) => key_id)}::text[],
${column(({ endpoint }) => endpoint)}::text[], ${column(({ received_at }) => received_at)}::timestamptz[],
${column(({ latency_ms }) => latency_ms)}::int[], ${column(({ status }) => status)}::int[],
${column(({ partition }) => partition)}::text[], ${column(({ requests }) => requests)}::int[],
${column(({ is_listed }) => is_listed)}::boolean[]
) a (request_id, key_id, endpoint, received_at, latency_ms, status, partition) ${isNew}
on conflict do nothing
returning key_id, (received_at at time zone 'UTC')::date as day, endpoint, requests, status
), counted as (
select key_id, day, endpoint, sum(requests) as requests,
coalesce(sum(requests) filter (where ${isRefused}), 0) as refused,
coalesce(sum(requests) filter (where ${isFailed}), 0) as failed
from added group by key_id, day, endpoint
), by_day as (
insert into key_day table counted
on conflict (key_id, day, endpoint) do update set requests = key_day.requests + excluded.requests,
refused = key_day.refused + excluded.refused, failed = key_day.failed + excluded.failed
)
insert into key_total
select key_id, endpoint, sum(requests) from counted group by key_id, endpoint
on conflict (key_id, endpoint) do update set requests = key_total.requests + excluded.requests`.execute(trx);
}

type AnsweredRequest = Pick<
  RequestCompleted['data'],
  'request_id' | 'key_id' | 'endpoint' | 'received_at' | 'latency_ms' | 'status'
> & { readonly partition: string | null; readonly requests: number; readonly is_listed: boolean };

/** The answered requests of a batch, by the first event of each. */
function firstOfEach(events: readonly StylingEvent[]): AnsweredRequest[] {
  const first = new Map<string, AnsweredRequest>();
  for (const event of events) {
    if (event.type === 'read.counted') {
      for (const row of rowsOf(event)) if (!first.has(row.request_id)) first.set(row.request_id, row);
    }
    if (event.type !== 'request.completed' && event.type !== 'read.answered') continue;
    if (first.has(event.data.request_id)) continue;
    const partition = event.type === 'read.answered' ? partitionOf(event.data.user_id) : null;
    first.set(event.data.request_id, { ...event.data, partition, requests: 1, is_listed: true });
  }
  return [...first.values()];
}

/** A row for each endpoint and outcome that was counted, with a status that stands for the outcome; of its minute only the day matters. */
const rowsOf = ({ id, data }: ReadCounted): AnsweredRequest[] =>
  Object.entries(data.requests).flatMap(([endpoint, requests]) => {
    const { [endpoint]: refused = 0 } = data.refused;
    const { [endpoint]: failed = 0 } = data.failed;
    const row = (status: number, counted: number) => ({
      ...{ request_id: `${id} ${endpoint} ${status}`, key_id: data.key_id, endpoint, received_at: data.minute },
      ...{ latency_ms: 0, status, partition: partitionOf(data.user_id), requests: counted, is_listed: false },
    });
    const rows = [row(200, requests - refused - failed), row(400, refused), row(500, failed)];
    return rows.filter((counted) => counted.requests > 0);
  });
