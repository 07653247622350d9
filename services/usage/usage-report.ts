import { JsonText } from '@styling/contracts';
import { type AsOf, checkpointsOf, type Positions } from '@styling/projections';
import { type Kysely, sql } from 'kysely';
import type { UsageTables } from './tables.ts';
import { usageProjection } from './usage-projection.ts';

/** Requests listed in a report (spec, GET /usage). */
const RECENT = 20;

/** A key, and the UTC day that counts as its today, YYYY-MM-DD. */
export type ReportRequest = { readonly key_id: string; readonly today: string };

type Row = { by_endpoint: Record<string, number>; today: number; recent: string; checkpoints: Positions };

/** The usage of each of these keys, in their order, by one statement: all parts are of one moment. Replies to `readUsage`. */
export async function usageReports(
  db: Kysely<UsageTables>,
  asked: readonly ReportRequest[],
): Promise<AsOf<JsonText>[]> {
  const { rows } = await sql<Row>`
    select
      (select coalesce(json_object_agg(endpoint, requests order by endpoint), '{}')
       from key_total where key_id = asked.key_id) as by_endpoint,
      (select coalesce(sum(requests), 0)::integer
       from key_day where key_id = asked.key_id and day = asked.today) as today,
      (select coalesce(array_to_json(array_agg(request)), '[]')::text from (
         select endpoint, to_char(received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as timestamp,
           latency_ms, status
         from answered_request
         where key_id = asked.key_id and is_listed order by received_at desc, request_id desc limit ${sql.lit(RECENT)}) as request
      ) as recent,
      ${checkpointsOf(usageProjection.name)} as checkpoints
    from unnest(${asked.map(({ key_id }) => key_id)}::text[], ${asked.map(({ today }) => today)}::date[])
      with ordinality as asked (key_id, today, place)
    order by place`.execute(db);
  return rows.map(({ by_endpoint, today, recent, checkpoints }) => {
    const total_requests = Object.values(by_endpoint).reduce((sum, requests) => sum + requests, 0);
    const counts = JSON.stringify({ total_requests, requests_by_endpoint: by_endpoint, requests_today: today });
    return { value: new JsonText(`${counts.slice(0, -1)},"recent_requests":${recent}}`), checkpoints };
  });
}
