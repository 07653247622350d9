import { countsAgainstDay, type RequestCompleted } from '@styling/contracts';
import { inBatches } from '@styling/service';
import { type Kysely, sql } from 'kysely';

export type Ending = RequestCompleted['data'];

/** Not a 5xx, which has neither result nor count, nor a 403, which concerns one API key: the next may be another. */
const REPLAYED_STATUSES: readonly number[] = [200, 400];

/** Endings per statement, to bound how long it locks rows. */
const MOST = 200;

/** Batches {@link releaseAll}: endings that arrive during a statement share the next one, and its error. */
export const releaseQueue = (db: Kysely<unknown>): ((ending: Ending) => Promise<boolean>) =>
  inBatches(
    async (endings: readonly Ending[]) => {
      const released = new Set(await releaseAll(db, endings));
      return endings.map(({ request_id }) => released.delete(request_id));
    },
    { most: MOST },
  );

/** Part of a request's reserved cost that the day keeps; null: all of it, for endings of versions without a cost. */
const keptOf = (ending: Ending): number | null => ending.cost ?? (countsAgainstDay(ending) ? null : 0);

/**
 * Releases the slots of ended requests in one statement, and gives back what they reserved and did not cost.
 * Idempotent: the first ending of a request counts, and is stored under its idempotency key, or the key is freed. All
 * rows of `running` are locked before the first user's, and those by user in order, as in admission: no circle of
 * waits.
 * @param endings in the order of the log
 * @returns ids of the requests that this call released
 */
export async function releaseAll(db: Kysely<unknown>, endings: readonly Ending[]): Promise<string[]> {
  const column = (of: (ending: Ending) => string | number | null) => endings.map(of);
  const replayed = (ending: Ending) => (REPLAYED_STATUSES.includes(ending.status) ? JSON.stringify(ending) : null);
  // Refunds of the latest day: what another day counted is forgotten with that day.
  const { rows } = await sql<{ request_id: string }>`
    with ending as (
      select distinct on (request_id) *
      from unnest(
        ${column(({ user_id }) => user_id)}::text[], ${column(({ request_id }) => request_id)}::text[],
        ${column(keptOf)}::int[],
        ${column(replayed)}::text[]
      ) with ordinality as e (user_id, request_id, kept, completed, place)
      order by request_id, place
    ),
    ended as (
      delete from running as r using ending as e
      where r.user_id = e.user_id and r.request_id = e.request_id
      returning r.user_id, r.request_id, r.day, r.cost - least(r.cost, e.kept) as refund, e.completed
    ),
    due as (
      select user_id, count(*)::int as requests, array_agg(request_id) as ids, max(day) as day,
        sum(refund) filter (where is_latest) as refund
      from (select *, day = max(day) over (partition by user_id) as is_latest from ended) as e group by user_id
    ),
    held as (
      select a.user_id from admission as a join due using (user_id) order by a.user_id for update of a
    ),
    released as (
      update admission as a set
        running = a.running - d.requests,
        used = a.used - case when a.day = d.day then d.refund else 0 end,
        request_id = case when a.request_id = any(d.ids) then null else a.request_id end
      from held as h join due as d using (user_id)
      where a.user_id = h.user_id
      returning a.user_id
    ),
    done as (
      select e.* from ended as e join released using (user_id)
    ),
    settled as (
      update idempotency_key as k set completed = d.completed::jsonb from done as d
      where k.user_id = d.user_id and k.request_id = d.request_id and d.completed is not null
    ),
    freed as (
      delete from idempotency_key as k using done as d
      where k.user_id = d.user_id and k.request_id = d.request_id and d.completed is null
    )
    select request_id from done`.execute(db);
  return rows.map(({ request_id }) => request_id);
}
