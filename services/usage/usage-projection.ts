import { partitionOf, type ReadCounted, type RollUp, type StylingEvent, subjects } from '@styling/contracts';
import type { Projection } from '@styling/projections';
import { sql, type Transaction } from 'kysely';

/** 4xx, as `outcomeOf` of the contracts. */
export const isRefused = sql`status between 400 and 499`;

export const isFailed = sql`status >= 500`;

/** A roll-up replaces its key's reads of a day, before or after it; it comes first, so that rebuilds remove none. */
export const usageProjection: Projection = {
  name: 'usage',
  sources: [subjects.allRollUps, subjects.allCompleted, subjects.allReads],
  tables: ['answered_request', 'key_day', 'key_total', 'rolled_up_day'],
  async apply(trx, batch) {
    const rollUps: RollUp[] = [];
    const requests = new Map<string, ReturnType<typeof rowsOf>[number]>();
    for (const { event } of batch) {
      if (event.type === 'usage.reads_rolled_up') rollUps.push(event.data);
      for (const row of rowsOf(event)) if (!requests.has(row.request_id)) requests.set(row.request_id, row);
    }
    if (rollUps.length > 0) await addRollUps(trx, rollUps);
    if (requests.size > 0) await addRequests(trx, [...requests.values()]);
  },
};

/** What one event adds; each request is one, or several of one outcome. */
function rowsOf(event: StylingEvent) {
  if (event.type === 'read.counted') return countedRows(event);
  if (event.type !== 'request.completed' && event.type !== 'read.answered') return [];
  const { request_id, key_id, endpoint, received_at, latency_ms, status } = event.data;
  const partition = event.type === 'read.answered' ? partitionOf(event.data.user_id) : null;
  return [{ request_id, key_id, endpoint, received_at, latency_ms, status, partition, requests: 1, is_listed: true }];
}

/** A row per endpoint and outcome, with a status that stands for the outcome; of its minute only the day matters. */
const countedRows = ({ id, data }: ReadCounted) =>
  Object.entries(data.requests).flatMap(([endpoint, requests]) => {
    const { [endpoint]: refused = 0 } = data.refused;
    const { [endpoint]: failed = 0 } = data.failed;
    const row = (status: number, counted: number) => ({
      request_id: `${id} ${endpoint} ${status}`,
      key_id: data.key_id,
      endpoint,
      received_at: data.minute,
      latency_ms: 0,
      status,
      partition: partitionOf(data.user_id),
      requests: counted,
      is_listed: false,
    });
    const rows = [row(200, requests - refused - failed), row(400, refused), row(500, failed)];
    return rows.filter((counted) => counted.requests > 0);
  });

/**
 * Adds and counts requests that are not there yet (events may repeat), without reads of rolled-up days; ids are unique.
 * Rows go as columns: the statement is prepared once, and faster than with JSON.
 */
async function addRequests(
  trx: Transaction<unknown>,
  requests: readonly ReturnType<typeof rowsOf>[number][],
): Promise<void> {
  const column = (name: keyof (typeof requests)[number]) => arrayLiteral(requests.map((request) => request[name]));
  await sql`
    with added as (
      insert into answered_request
      select * from unnest(
        ${column('request_id')}::text[], ${column('key_id')}::text[], ${column('endpoint')}::text[],
        ${column('received_at')}::timestamptz[], ${column('latency_ms')}::int[], ${column('status')}::int[],
        ${column('partition')}::text[], ${column('requests')}::int[], ${column('is_listed')}::boolean[]
      ) a (request_id, key_id, endpoint, received_at, latency_ms, status, partition)
      where a.partition is null or not exists (select from rolled_up_day r
        where r.key_id = a.key_id and r.day = (a.received_at at time zone 'UTC')::date)
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
    insert into key_total select key_id, endpoint, sum(requests) from counted group by key_id, endpoint
    on conflict (key_id, endpoint) do update set requests = key_total.requests + excluded.requests`.execute(trx);
}

/** A parameter to cast to an array: twice as fast as pg's own conversion. */
const arrayLiteral = (values: readonly (string | number | boolean | null)[]): string =>
  `{${values.map((value) => (typeof value === 'string' ? quoted(value) : (value ?? 'NULL'))).join()}}`;

const quoted = (text: string): string => `"${/["\\]/.test(text) ? text.replaceAll(/["\\]/g, '\\$&') : text}"`;

/** Replaces reads by roll-ups; the first of a key and day counts. What it lists stays if there; empty counts go. */
async function addRollUps(trx: Transaction<unknown>, rollUps: readonly RollUp[]): Promise<void> {
  // The last entry of a key counts in a map, hence reversed.
  const first = new Map(rollUps.toReversed().map((rollUp) => [`${rollUp.key_id} ${rollUp.day}`, rollUp]));
  await sql`
    with rolled_up as (
      select * from json_to_recordset(${JSON.stringify([...first.values()])}::json)
        as r (key_id text, day date, requests json, refused json, failed json, recent json)
    ), added_day as (
      insert into rolled_up_day select key_id, day from rolled_up on conflict do nothing returning key_id, day
    ), replacing as (
      select r.* from rolled_up r join added_day using (key_id, day)
    ), listed as (
      select one.request_id, r.key_id, one.endpoint, one.received_at, one.latency_ms, one.status
      from replacing r, json_to_recordset(r.recent)
        as one (request_id text, endpoint text, received_at timestamptz, latency_ms int, status int)
    ), replaced as (
      select a.request_id, r.key_id, r.day, a.endpoint, a.requests, a.status
      from replacing r join answered_request a on a.partition is not null and a.key_id = r.key_id
        and a.received_at >= r.day::timestamp at time zone 'UTC'
        and a.received_at < (r.day + 1)::timestamp at time zone 'UTC'
    ), removed as (
      delete from answered_request a using replaced r
      where a.request_id = r.request_id and not exists (select from listed l where l.request_id = r.request_id)
    ), restated as (
      update answered_request a set key_id = l.key_id, endpoint = l.endpoint, received_at = l.received_at,
        latency_ms = l.latency_ms, status = l.status, partition = null, requests = 1, is_listed = true
      from listed l join replaced r using (request_id) where a.request_id = l.request_id
    ), added as (
      insert into answered_request (request_id, key_id, endpoint, received_at, latency_ms, status)
      select * from listed l where not exists (select from replaced r where r.request_id = l.request_id)
      on conflict do nothing
    ), changed as (
      select key_id, day, endpoint, sum(requests) as requests, sum(refused) as refused, sum(failed) as failed from (
        select key_id, day, endpoint, -requests,
          case when ${isRefused} then -requests else 0 end, case when ${isFailed} then -requests else 0 end
        from replaced
        union all
        select r.key_id, r.day, key, value::int, coalesce((r.refused->>key)::int, 0), coalesce((r.failed->>key)::int, 0)
        from replacing r, json_each_text(r.requests)
      ) as change (key_id, day, endpoint, requests, refused, failed) group by key_id, day, endpoint
    ), by_day as (
      insert into key_day select * from changed
      on conflict (key_id, day, endpoint) do update set requests = key_day.requests + excluded.requests,
        refused = key_day.refused + excluded.refused, failed = key_day.failed + excluded.failed
    )
    insert into key_total select key_id, endpoint, sum(requests) from changed group by key_id, endpoint
    on conflict (key_id, endpoint) do update set requests = key_total.requests + excluded.requests`.execute(trx);
  const keys = [...first.values()].map(({ key_id }) => key_id);
  await sql`delete from key_day where requests = 0 and key_id = any(${keys}::text[])`.execute(trx);
  await sql`delete from key_total where requests = 0 and key_id = any(${keys}::text[])`.execute(trx);
}
