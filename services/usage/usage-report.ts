import type { Endpoint, UsageReport } from '@styling/contracts';
import { type Kysely, sql } from 'kysely';
import type { UsageTables } from './tables.ts';

/** Requests listed in a report (spec, GET /usage). */
const RECENT = 20;

/** Moments within JSON come as Postgres writes them. */
type Row = {
  readonly by_endpoint: Record<string, number>;
  readonly today: number;
  readonly recent: readonly { endpoint: Endpoint; received_at: string; latency_ms: number; status: number }[];
};

/**
 * What one key has done, in one statement: its parts are of the same moment, and one round trip is what it takes.
 *
 * @param today the UTC day that counts as today, YYYY-MM-DD
 */
export async function usageReport(db: Kysely<UsageTables>, key_id: string, today: string): Promise<UsageReport> {
  const { rows } = await sql<Row>`
    select
      (select coalesce(json_object_agg(endpoint, requests order by endpoint), '{}')
       from key_total where key_id = ${key_id}) as by_endpoint,
      (select coalesce(sum(requests), 0)::integer
       from key_day where key_id = ${key_id} and day = ${today}::date) as today,
      (select coalesce(json_agg(request), '[]') from (
         select endpoint, received_at, latency_ms, status from answered_request
         where key_id = ${key_id} order by received_at desc, seq desc limit ${sql.lit(RECENT)}) as request) as recent
  `.execute(db);
  const [{ by_endpoint, today: requests_today, recent }] = rows as [Row];
  return {
    total_requests: Object.values(by_endpoint).reduce((sum, requests) => sum + requests, 0),
    requests_by_endpoint: by_endpoint,
    requests_today,
    recent_requests: recent.map(({ endpoint, received_at, latency_ms, status }) => ({
      endpoint,
      timestamp: new Date(received_at).toISOString(),
      latency_ms,
      status,
    })),
  };
}
