import { type Bus, publish } from '@styling/bus';
import { createEvent, ROLLED_UP_RECENT, type RollUp, readsRolledUp, subjects } from '@styling/contracts';
import { waitForHeads } from '@styling/projections';
import { type Kysely, sql } from 'kysely';
import { isFailed, isRefused, usageProjection } from './usage-projection.ts';

/** Time from the end of a UTC day to its roll-up. A read that is published later is not counted. */
const ROLL_UP_AFTER_MS = 86_400_000;

const BATCH = 500;

/**
 * Publishes a roll-up for each key and day with reads that ended long enough ago, once all reads are projected.
 * Idempotent: the first counts. Returns how many; more may be due. @throws ServiceError `unavailable`, also after
 * `timeoutMs` (5 s)
 */
export async function rollUpReads(
  bus: Bus,
  db: Kysely<unknown>,
  now: Date,
  options?: { timeoutMs?: number },
): Promise<number> {
  await waitForHeads(bus, db, { name: usageProjection.name, sources: [subjects.allReads] }, options);
  const due = await dueRollUps(db, new Date(now.getTime() - ROLL_UP_AFTER_MS));
  for (const rollUp of due) await publish(bus, createEvent(readsRolledUp, '/services/usage', now, rollUp));
  return due.length;
}

async function dueRollUps(db: Kysely<unknown>, moment: Date): Promise<RollUp[]> {
  // The planner expects few rows of a range, and takes the index.
  const { rows } = await sql<RollUp>`
    with due as (
      select *, (received_at at time zone 'UTC')::date as day from answered_request
      where partition is not null and received_at > '-infinity'
        and received_at < ${`${moment.toISOString().slice(0, 10)}T00:00:00Z`}::timestamptz
    ), days as (
      select key_id, day, min(partition) as partition from due group by key_id, day order by day, key_id limit ${BATCH}
    )
    select key_id, partition, day::text as day, counted.*,
      (select coalesce(json_agg(recent), '[]') from (
        select request_id, endpoint, to_char(received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as received_at,
          latency_ms, status
        from due where key_id = days.key_id and day = days.day and is_listed
        order by due.received_at desc, request_id desc limit ${ROLLED_UP_RECENT}
      ) as recent) as recent
    from days, lateral (
      select json_object_agg(endpoint, requests) as requests,
        coalesce(json_object_agg(endpoint, refused) filter (where refused > 0), '{}') as refused,
        coalesce(json_object_agg(endpoint, failed) filter (where failed > 0), '{}') as failed
      from (
        select endpoint, sum(requests) as requests, sum(requests) filter (where ${isRefused}) as refused,
          sum(requests) filter (where ${isFailed}) as failed
        from due where due.key_id = days.key_id and due.day = days.day group by endpoint
      ) as by_endpoint
    ) as counted`.execute(db);
  return rows;
}
