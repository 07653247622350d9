import type { ReadsRolledUp } from '@styling/contracts';
import type { Statement } from '@styling/projections';
import { sql } from 'kysely';
import { isFailed, isRefused } from './outcome-columns.ts';

type RollUp = ReadsRolledUp['data'];

/**
 * Replaces the reads of each key and day by its roll-up; of two of the same key and day the first counts. What the roll-up lists stays
 * if it is there; counts that come to nothing go.
 */
export function addRollUps(rollUps: readonly RollUp[]): Statement {
  // The last entry of a key counts in a map, hence reversed.
  const first = new Map(rollUps.toReversed().map((rollUp) => [`${rollUp.key_id} ${rollUp.day}`, rollUp]));
  return {
    rolled_up: sql`
      select * from json_to_recordset(${JSON.stringify([...first.values()])}::json)
        as r (key_id text, day date, requests json, refused json, failed json, recent json)`,
    added_day: sql`
      insert into rolled_up_day select key_id, day from rolled_up on conflict do nothing returning key_id, day`,
    replacing: sql`select r.* from rolled_up r join added_day using (key_id, day)`,
    listed: sql`
      select one.request_id, r.key_id, one.endpoint, one.received_at, one.latency_ms, one.status
      from replacing r, json_to_recordset(r.recent)
        as one (request_id text, endpoint text, received_at timestamptz, latency_ms int, status int)`,
    replaced: sql`
      select a.request_id, r.key_id, r.day, a.endpoint, a.requests, a.status
      from replacing r join answered_request a on a.partition is not null and a.key_id = r.key_id
        and a.received_at >= r.day::timestamp at time zone 'UTC'
        and a.received_at < (r.day + 1)::timestamp at time zone 'UTC'`,
    removed: sql`
      delete from answered_request a using replaced r
      where a.request_id = r.request_id and not exists (select from listed l where l.request_id = r.request_id)`,
    restated: sql`
      update answered_request a set key_id = l.key_id, endpoint = l.endpoint, received_at = l.received_at,
        latency_ms = l.latency_ms, status = l.status, partition = null, requests = 1, is_listed = true
      from listed l join replaced r using (request_id) where a.request_id = l.request_id`,
    added: sql`
      insert into answered_request (request_id, key_id, endpoint, received_at, latency_ms, status)
      select * from listed l where not exists (select from replaced r where r.request_id = l.request_id)
      on conflict do nothing`,
    changed: sql`
      select key_id, day, endpoint, sum(requests) as requests, sum(refused) as refused, sum(failed) as failed from (
        select key_id, day, endpoint, -requests,
          case when ${isRefused} then -requests else 0 end, case when ${isFailed} then -requests else 0 end
        from replaced
        union all
        select r.key_id, r.day, key, value::int, coalesce((r.refused->>key)::int, 0), coalesce((r.failed->>key)::int, 0)
        from replacing r, json_each_text(r.requests)
      ) as change (key_id, day, endpoint, requests, refused, failed) group by key_id, day, endpoint`,
    of_day: sql`
      select key_id, day, endpoint, c.requests + coalesce(k.requests, 0) as requests,
        c.refused + coalesce(k.refused, 0) as refused, c.failed + coalesce(k.failed, 0) as failed
      from changed c left join key_day k using (key_id, day, endpoint)`,
    by_day: sql`
      insert into key_day select * from of_day where requests <> 0
      on conflict (key_id, day, endpoint) do update
      set requests = excluded.requests, refused = excluded.refused, failed = excluded.failed`,
    no_day: sql`
      delete from key_day k using of_day d
      where k.key_id = d.key_id and k.day = d.day and k.endpoint = d.endpoint and d.requests = 0`,
    of_key: sql`
      select key_id, endpoint, c.requests + coalesce(k.requests, 0) as requests
      from (select key_id, endpoint, sum(requests) as requests from changed group by key_id, endpoint) as c
        left join key_total k using (key_id, endpoint)`,
    in_total: sql`
      insert into key_total select * from of_key where requests <> 0
      on conflict (key_id, endpoint) do update set requests = excluded.requests`,
    no_total: sql`
      delete from key_total k using of_key t
      where k.key_id = t.key_id and k.endpoint = t.endpoint and t.requests = 0`,
  };
}
