import { type StylingEvent, subjects } from '@styling/contracts';
import type { Projection } from '@styling/projections';
import { sql, type Transaction } from 'kysely';
import { scheduleDeliveries } from './deliveries/schedule-deliveries.ts';
import { foldEvents, forgottenBefore, type UserEvent } from './fold-events.ts';
import { changedRows, copyOf, dayIn, type Known, readKnown } from './known.ts';

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
    const before = await readKnown(trx, events);
    const known = copyOf(before);
    const { added, erasedUsers } = foldEvents(batch, known);
    if (erasedUsers.length > 0) await erase(trx, erasedUsers, [...known.disownedKeys]);
    const first = await write(trx, before, known, added);
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
async function write(trx: Trx, before: Known, after: Known, added: readonly UserEvent[]): Promise<number | null> {
  const rows = (name: 'requests' | 'images' | 'days') =>
    JSON.stringify(changedRows<unknown>(before[name], after[name]));
  const column = (name: Exclude<keyof UserEvent, 'data'>) => added.map((event) => event[name]);
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
      insert into user_event (event_id, user_id, key_id, type, time, data, seq, place)
      select * from unnest(${column('event_id')}::text[], ${column('user_id')}::text[], ${column('key_id')}::text[],
        ${column('type')}::text[], ${column('timestamp')}::timestamptz[],
        ${added.map(({ data }) => JSON.stringify(data))}::jsonb[], ${column('seq')}::bigint[],
        ${column('place')}::smallint[])
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

const latestOf = (events: readonly StylingEvent[]): Date =>
  new Date(events.reduce((latest, { time }) => Math.max(latest, Date.parse(time)), 0));
