import { arrayLiteral, type Statement } from '@styling/projections';
import { sql } from 'kysely';
import { isFailed, isRefused } from './outcome-columns.ts';

/** A row of `answered_request`; moments in ISO 8601. */
export type AnsweredRequest = {
  readonly request_id: string;
  readonly key_id: string;
  readonly endpoint: string;
  readonly received_at: string;
  readonly latency_ms: number;
  readonly status: number;
  readonly partition: string | null;
  readonly requests: number;
  readonly is_listed: boolean;
};

/**
 * Adds requests that are not there yet, without reads whose day is rolled up, and counts what was added: an event may be published
 * twice. Rows go as columns, in the table's order, so that the statement is prepared once.
 *
 * @param requests each id once
 */
export function addRequests(requests: readonly AnsweredRequest[]): Statement {
  const column = (name: keyof AnsweredRequest) => arrayLiteral(requests.map((request) => request[name]));
  const isNew = requests.some(({ partition }) => partition !== null)
    ? sql`where not exists (select from rolled_up_day r
        where r.key_id = a.key_id and r.day = (a.received_at at time zone 'UTC')::date and a.partition is not null)`
    : sql``;
  return {
    added: sql`
      insert into answered_request
      select * from unnest(
        ${column('request_id')}::text[], ${column('key_id')}::text[], ${column('endpoint')}::text[],
        ${column('received_at')}::timestamptz[], ${column('latency_ms')}::int[], ${column('status')}::int[],
        ${column('partition')}::text[], ${column('requests')}::int[], ${column('is_listed')}::boolean[]
      ) a (request_id, key_id, endpoint, received_at, latency_ms, status, partition) ${isNew}
      on conflict do nothing
      returning key_id, (received_at at time zone 'UTC')::date as day, endpoint, requests, status`,
    counted: sql`
      select key_id, day, endpoint, sum(requests) as requests,
        coalesce(sum(requests) filter (where ${isRefused}), 0) as refused,
        coalesce(sum(requests) filter (where ${isFailed}), 0) as failed
      from added group by key_id, day, endpoint`,
    by_day: sql`
      insert into key_day table counted
      on conflict (key_id, day, endpoint) do update set requests = key_day.requests + excluded.requests,
        refused = key_day.refused + excluded.refused, failed = key_day.failed + excluded.failed`,
    in_total: sql`
      insert into key_total select key_id, endpoint, sum(requests) from counted group by key_id, endpoint
      on conflict (key_id, endpoint) do update set requests = key_total.requests + excluded.requests`,
  };
}
