import type { UsageReport } from '@styling/contracts';
import { type AsOf, checkpointsOf, type Positions } from '@styling/projections';
import { type Kysely, sql } from 'kysely';
import type { UsageTables } from './tables.ts';
import { usageProjection } from './usage-projection.ts';

/** Requests listed in a report (spec, GET /usage). */
const RECENT = 20;

/** A key, and the UTC day that counts as its today, YYYY-MM-DD. */
export type ReportRequest = { readonly key_id: string; readonly today: string };

type Row = Pick<UsageReport, 'requests_by_endpoint' | 'requests_today' | 'recent_requests'> & {
  checkpoints: Positions;
};

/** The usage of each of these keys, in their order, by one statement: all parts are of one moment. */
export async function usageReports(
  db: Kysely<UsageTables>,
  asked: readonly ReportRequest[],
): Promise<AsOf<UsageReport>[]> {
  const { rows } = await sql<Row>`
    select
      (select coalesce(json_object_agg(endpoint, requests order by endpoint), '{}')
       from key_total where key_id = asked.key_id) as requests_by_endpoint,
      (select coalesce(sum(requests), 0)::integer
       from key_day where key_id = asked.key_id and day = asked.today) as requests_today,
      (select coalesce(json_agg(request), '[]') from (
         select endpoint, to_char(received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as timestamp,
           latency_ms, status
         from answered_request
         where key_id = asked.key_id and is_listed order by received_at desc, request_id desc limit ${sql.lit(RECENT)}) as request
      ) as recent_requests,
      ${checkpointsOf(usageProjection.name)} as checkpoints
    from unnest(${asked.map(({ key_id }) => key_id)}::text[], ${asked.map(({ today }) => today)}::date[])
      with ordinality as asked (key_id, today, place)
    order by place`.execute(db);
  return rows.map(({ checkpoints, ...row }) => {
    const counts = Object.values(row.requests_by_endpoint);
    return { value: { total_requests: counts.reduce((sum, requests) => sum + requests, 0), ...row }, checkpoints };
  });
}
