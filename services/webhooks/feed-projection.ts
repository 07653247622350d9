import { subjects } from '@styling/contracts';
import { latestOf, type Projection } from '@styling/projections';
import { type Kysely, sql, type Transaction } from 'kysely';
import { foldEvents, forgottenBefore, type UserEvent } from './fold-events.ts';
import { dayIn, type Known, readKnown } from './known.ts';

/**
 * Users' events of the month before the latest event, and what decides on later ones. It reads the whole log as one
 * source, so that nothing is ever inserted before what a client has read.
 */
export const feedProjection: Projection = {
  name: 'webhooks',
  sources: [subjects.allEvents],
  tables: ['user_event', 'request', 'image', 'day', 'disowned_key'],
  async apply(trx, batch) {
    const events = batch.map(({ event }) => event);
    const known = await readKnown(trx, events);
    const unchanged = new Set<unknown>(
      [known.requests, known.images, known.days].flatMap((rows) => [...rows.values()]),
    );
    const { added, erasedUsers } = foldEvents(batch, known);
    if (erasedUsers.length > 0) await erase(trx, erasedUsers, [...known.disownedKeys]);
    const first = await write(trx, known, unchanged, added);
    if (first !== null) await scheduleDeliveries(trx, first);
    await forget(trx, forgottenBefore(latestOf(events)).toISOString());
  },
};

type Trx = Transaction<unknown>;

async function erase(trx: Trx, users: readonly string[], disowned: readonly string[]): Promise<void> {
  await sql`insert into disowned_key select * from unnest(${disowned}::text[]) on conflict do nothing`.execute(trx);
  for (const table of ['request', 'image']) {
    await sql`delete from ${sql.table(table)} where key_id = any(${disowned}::text[])`.execute(trx);
  }
  for (const table of ['day', 'user_event', 'webhook']) {
    await sql`delete from ${sql.table(table)} where user_id = any(${users}::text[])`.execute(trx);
  }
}

/** Writes changed rows and new events; as JSON: prepared once. @returns position of the first new event, or null */
async function write(
  trx: Trx,
  known: Known,
  unchanged: ReadonlySet<unknown>,
  added: readonly UserEvent[],
): Promise<number | null> {
  const rows = (name: 'requests' | 'images' | 'days') =>
    JSON.stringify([...known[name].values()].filter((row) => !unchanged.has(row)));
  const events = JSON.stringify(added.map(({ timestamp: time, ...event }) => ({ ...event, time })));
  const { rows: found } = await sql<{ first: number | null }>`
    with written_request as (
      insert into request select * from jsonb_populate_recordset(null::request, ${rows('requests')}::jsonb)
      on conflict (request_id) do update set is_accepted = excluded.is_accepted, daily_limit = excluded.daily_limit,
        is_ended = excluded.is_ended, ending = excluded.ending
    ), written_image as (
      insert into image select * from jsonb_populate_recordset(null::image, ${rows('images')}::jsonb)
      on conflict (image_id) do update set deleted_at = excluded.deleted_at
    ), written_day as (
      insert into day select * from jsonb_populate_recordset(null::day, ${rows('days')}::jsonb)
      on conflict (user_id, day) do update set used = excluded.used, daily_limit = excluded.daily_limit,
        reached = excluded.reached
    ), fed as (
      insert into user_event select * from jsonb_populate_recordset(null::user_event, ${events}::jsonb)
      on conflict (event_id) do nothing returning seq
    )
    select min(seq) as first from fed`.execute(trx);
  return found[0]?.first ?? null;
}

/** The planner expects few rows of a range of times, also before it has statistics, and takes the index. */
async function forget(trx: Trx, before: string): Promise<void> {
  await sql`
    with old_event as (delete from user_event where time > '-infinity' and time < ${before}::timestamptz),
      old_request as (delete from request where received_at > '-infinity' and received_at < ${before}::timestamptz),
      old_image as (delete from image where deleted_at > '-infinity' and deleted_at < ${before}::timestamptz)
    delete from day where day > '-infinity' and day < ${dayIn(before)}::date`.execute(trx);
}

/** Derived from webhook and event, so that nothing is scheduled twice. */
export const deliveryIdOf = sql`'dlv_' || left(encode(sha256(convert_to(w.webhook_id || '/' || e.event_id, 'UTF8')), 'hex'), 24)`;

/** Bound on clock differences: when the log is applied again, events before a webhook are not its own. */
const CLOCKS_DIFFER = sql`interval '30 seconds'`;

/**
 * Schedules each unscheduled event of the feed, also what a rebuild added, to each subscribed webhook exactly once; a
 * test only to its own. `from`: position of the first event just added; if later ones were scheduled, they were of
 * another log.
 */
export async function scheduleDeliveries(db: Kysely<unknown>, from?: number): Promise<void> {
  // The planner expects few rows of a range, and takes the index; the offset makes each event look its webhooks up.
  await sql`
    with scheduled_up_to as (select seq from scheduled for update),
    unscheduled as (
      select event_id, user_id, type, time, data, seq from user_event
      where seq > least((select seq from scheduled_up_to), ${from === undefined ? null : from - 1}::bigint)
        and seq < ${sql.lit(Number.MAX_SAFE_INTEGER)}
    ),
    made as (
      insert into delivery (delivery_id, webhook_id, event_id, type, status, next_attempt_at)
      select ${deliveryIdOf}, w.webhook_id, e.event_id, e.type, 'pending', now()
      from unscheduled e,
        lateral (select * from webhook where webhook.user_id = e.user_id and status = 'enabled' offset 0) as w
      where e.time > w.created_at - ${CLOCKS_DIFFER}
        and (e.type = any(w.events) or (e.type = 'webhook.test' and e.data->>'webhook_id' = w.webhook_id))
      on conflict (delivery_id) do nothing
    )
    insert into scheduled (seq) select max(seq) from unscheduled having max(seq) is not null
    on conflict (id) do update set seq = excluded.seq`.execute(db);
}
