import {
  KEY_DAYS_AT_ONCE,
  type KeyDay,
  readUsage,
  readUsageDays,
  subjects,
  type UsageDaysRequest,
  type UsageReport,
} from '@styling/contracts';
import { sharedStatement } from '@styling/database';
import { type AsOf, checkpointsOf, type Positions, type ReadModelParts, startReadModel } from '@styling/projections';
import type { Running } from '@styling/service';
import { type Kysely, sql } from 'kysely';
import { rollUpReads } from './roll-up-reads.ts';
import { usageProjection } from './usage-projection.ts';

const ROLL_UP_EVERY_MS = 60_000;
/** Every read is an event, and only a reader of usage needs it soon, who ends this: few large batches will do. */
const LINGER_MS = 100;

/** Starts the projection, its queries, and the active replica's roll-up of reads. */
export function startUsage(parts: ReadModelParts): Running {
  const { bus, db, clock } = parts;
  const model = startReadModel(parts, usageProjection, { lingerMs: LINGER_MS });
  // A roll-up only restates reads: no answer has to wait for it.
  const read = model.reader([subjects.allCompleted, subjects.allReads]);
  const report = sharedStatement((asked: readonly ReportRequest[]) => usageReports(db, asked));
  model.answer(readUsage, (request) => read(() => report(request)));
  model.answer(readUsageDays, async (request) => ({ days: await read(() => usageDays(db, request)) }));
  const rollUp = async (isActive: () => boolean) => isActive() && rollUpReads(bus, db, clock());
  model.every(ROLL_UP_EVERY_MS, rollUp, 'rolling up reads failed; will retry');
  return model.running;
}

/** Requests listed in a report (spec, GET /usage). */
const RECENT = 20;

/** `today`: UTC, YYYY-MM-DD. */
type ReportRequest = { readonly key_id: string; readonly today: string };

/** The usage of each key, in order, by one statement: all parts are of one moment. */
async function usageReports(db: Kysely<unknown>, asked: readonly ReportRequest[]): Promise<AsOf<UsageReport>[]> {
  const { rows } = await sql<Omit<UsageReport, 'total_requests'> & { checkpoints: Positions }>`
    select
      (select coalesce(json_object_agg(endpoint, requests order by endpoint), '{}')
       from key_total where key_id = asked.key_id) as requests_by_endpoint,
      (select coalesce(sum(requests), 0)::integer
       from key_day where key_id = asked.key_id and day = asked.today) as requests_today,
      (select coalesce(array_to_json(array_agg(request)), '[]') from (
         select endpoint, to_char(received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as timestamp,
           latency_ms, status
         from answered_request
         where key_id = asked.key_id and is_listed order by received_at desc, request_id desc limit ${sql.lit(RECENT)}) as request
      ) as recent_requests,
      ${checkpointsOf(usageProjection.name)} as checkpoints
    from unnest(${asked.map(({ key_id }) => key_id)}::text[], ${asked.map(({ today }) => today)}::date[])
      with ordinality as asked (key_id, today, place)
    order by place`.execute(db);
  return rows.map(({ checkpoints, ...report }) => {
    const total_requests = Object.values(report.requests_by_endpoint).reduce((sum, requests) => sum + requests, 0);
    return { value: { total_requests, ...report }, checkpoints };
  });
}

/** A page of the usage of keys by day and endpoint, oldest day first. */
export async function usageDays(
  db: Kysely<unknown>,
  { key_ids, from, to, after }: UsageDaysRequest,
): Promise<AsOf<KeyDay[]>> {
  const { day, key_id, endpoint } = after ?? { day: from, key_id: '', endpoint: '' };
  const { rows } = await sql<AsOf<KeyDay[]>>`
    select (select coalesce(json_agg(row), '[]') from (
      select day, key_id, endpoint, requests, refused, failed from key_day
      where key_id = any(${key_ids}::text[]) and day between ${from}::date and ${to}::date
        and (day, key_id, endpoint) > (${day}::date, ${key_id}::text, ${endpoint}::text)
      order by day, key_id, endpoint limit ${sql.lit(KEY_DAYS_AT_ONCE)}) as row) as value,
      ${checkpointsOf(usageProjection.name)} as checkpoints`.execute(db);
  return rows[0] ?? { value: [], checkpoints: {} };
}
