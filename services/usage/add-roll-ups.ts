import type { ReadsRolledUp } from '@styling/contracts';
import { sql, type Transaction } from 'kysely';
import { isFailed, isRefused } from './outcome-columns.ts';
import type { UsageTables } from './tables.ts';

type RollUp = ReadsRolledUp['data'];

/** Replaces the reads of each key and day by its roll-up; of two of the same key and day the first counts. */
export async function addRollUps(trx: Transaction<UsageTables>, rollUps: readonly RollUp[]): Promise<void> {
  // The last entry of a key counts in a map, hence reversed.
  const first = new Map(rollUps.toReversed().map((rollUp) => [dayOf(rollUp), rollUp]));
  const { rows: added } = await sql<{ key_id: string; day: string }>`
    insert into rolled_up_day select key_id, day from json_to_recordset(${json(first.values())}) as r (key_id text, day date)
    on conflict do nothing returning key_id, day::text`.execute(trx);
  const replacing = added.flatMap((row) => first.get(dayOf(row)) ?? []);
  if (replacing.length === 0) return;
  const days = sql`json_to_recordset(${json(replacing)})
    as r (key_id text, day date, requests json, refused json, failed json, recent json)`;
  await sql`
    with removed as (
      delete from answered_request a using ${days}
      where a.partition is not null and a.key_id = r.key_id
        and a.received_at >= r.day::timestamp at time zone 'UTC'
        and a.received_at < (r.day + 1)::timestamp at time zone 'UTC'
      returning r.key_id, r.day, a.endpoint, a.requests, a.status
    ), changed as (
      select key_id, day, endpoint, sum(requests) as requests, sum(refused) as refused, sum(failed) as failed from (
        select key_id, day, endpoint, -requests,
          case when ${isRefused} then -requests else 0 end, case when ${isFailed} then -requests else 0 end
        from removed
        union all
        select r.key_id, r.day, key, value::int, coalesce((r.refused->>key)::int, 0), coalesce((r.failed->>key)::int, 0)
        from ${days}, json_each_text(r.requests)
      ) as change (key_id, day, endpoint, requests, refused, failed) group by key_id, day, endpoint
    ), by_day as (
      insert into key_day table changed
      on conflict (key_id, day, endpoint) do update set requests = key_day.requests + excluded.requests,
        refused = key_day.refused + excluded.refused, failed = key_day.failed + excluded.failed
    )
    insert into key_total select key_id, endpoint, sum(requests) from changed group by key_id, endpoint
    on conflict (key_id, endpoint) do update set requests = key_total.requests + excluded.requests`.execute(trx);
  await sql`
    insert into answered_request (request_id, key_id, endpoint, received_at, latency_ms, status)
    select one.request_id, r.key_id, one.endpoint, one.received_at, one.latency_ms, one.status
    from ${days}, json_to_recordset(r.recent)
      as one (request_id text, endpoint text, received_at timestamptz, latency_ms int, status int)
    on conflict do nothing`.execute(trx);
  // What only reads had counted that the roll-up does not.
  const keys = replacing.map(({ key_id }) => key_id);
  await sql`delete from key_day where key_id = any(${keys}) and requests = 0`.execute(trx);
  await sql`delete from key_total where key_id = any(${keys}) and requests = 0`.execute(trx);
}

const dayOf = ({ key_id, day }: Pick<RollUp, 'key_id' | 'day'>): string => `${key_id} ${day}`;
const json = (rollUps: Iterable<RollUp>): string => JSON.stringify([...rollUps]);
