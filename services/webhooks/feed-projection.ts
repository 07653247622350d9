import { type StylingEvent, subjects } from '@styling/contracts';
import { arrayLiteral, type Projection } from '@styling/projections';
import { sql, type Transaction } from 'kysely';
import { foldEvents } from './fold-events.ts';
import { dayOf, type Known, readKnown } from './known.ts';
import { forgottenBefore } from './retention.ts';
import { scheduleDeliveries } from './schedule-deliveries.ts';
import type { WebhooksTables } from './tables.ts';
import type { UserEvent } from './user-event.ts';

/**
 * Every user's events of the last month before the latest event, and what decides on later ones. It reads the whole log as one
 * source: a feed is in its order, so that nothing is ever inserted before what a client has read.
 */
export const feedProjection: Projection<WebhooksTables> = {
  name: 'webhooks',
  sources: [subjects.allEvents],
  tables: ['user_event', 'request', 'image', 'day', 'disowned_key'],
  async apply(trx, batch) {
    const events = batch.map(({ event }) => event);
    const known = await readKnown(trx, events);
    const { added, erasedUsers } = foldEvents(batch, known);
    if (erasedUsers.length > 0) await eraseUsers(trx, erasedUsers, known.disownedKeys);
    await writeKnown(trx, known);
    if (added.length > 0) await scheduleDeliveries(trx, await addEvents(trx, added));
    await forget(trx, latestOf(events));
  },
};

async function eraseUsers(trx: Transaction<WebhooksTables>, users: readonly string[], disowned: ReadonlySet<string>) {
  const keys = sql`${arrayLiteral([...disowned])}::text[]`;
  await sql`insert into disowned_key select * from unnest(${keys}) on conflict do nothing`.execute(trx);
  await sql`delete from request where key_id = any(${keys})`.execute(trx);
  await sql`delete from image where key_id = any(${keys})`.execute(trx);
  await trx.deleteFrom('day').where('user_id', 'in', users).execute();
  await trx.deleteFrom('user_event').where('user_id', 'in', users).execute();
  await trx.deleteFrom('webhook').where('user_id', 'in', users).execute();
}

/** Rows go as JSON, so that each statement is prepared once. Those that did not change are written, too. */
async function writeKnown(trx: Transaction<WebhooksTables>, { requests, images, days }: Known): Promise<void> {
  const rowsOf = (rows: Map<string, unknown>) => JSON.stringify([...rows.values()]);
  if (requests.size > 0) {
    await sql`
      insert into request select * from jsonb_populate_recordset(null::request, ${rowsOf(requests)}::jsonb)
      on conflict (request_id) do update set is_accepted = excluded.is_accepted, daily_limit = excluded.daily_limit,
        is_ended = excluded.is_ended, ending = excluded.ending`.execute(trx);
  }
  if (images.size > 0) {
    await sql`
      insert into image select * from jsonb_populate_recordset(null::image, ${rowsOf(images)}::jsonb)
      on conflict (image_id) do update set deleted_at = excluded.deleted_at`.execute(trx);
  }
  if (days.size > 0) {
    await sql`
      insert into day select * from jsonb_populate_recordset(null::day, ${rowsOf(days)}::jsonb)
      on conflict (user_id, day) do update set used = excluded.used, daily_limit = excluded.daily_limit,
        reached = excluded.reached`.execute(trx);
  }
}

/** Adds events to the feeds. @returns those that were not there */
async function addEvents(trx: Transaction<WebhooksTables>, added: readonly UserEvent[]): Promise<UserEvent[]> {
  const column = (name: Exclude<keyof UserEvent, 'data'>) => sql`${arrayLiteral(added.map((event) => event[name]))}`;
  const { rows } = await sql<{ event_id: string }>`
    insert into user_event (event_id, user_id, key_id, type, time, data, seq, place)
    select * from unnest(${column('event_id')}::text[], ${column('user_id')}::text[], ${column('key_id')}::text[],
      ${column('type')}::text[], ${column('timestamp')}::timestamptz[],
      ${arrayLiteral(added.map(({ data }) => JSON.stringify(data)))}::jsonb[], ${column('seq')}::bigint[],
      ${column('place')}::smallint[])
    on conflict (event_id) do nothing returning event_id`.execute(trx);
  const inserted = new Set(rows.map(({ event_id }) => event_id));
  return added.filter(({ event_id }) => inserted.delete(event_id));
}

async function forget(trx: Transaction<WebhooksTables>, latest: Date): Promise<void> {
  const moment = forgottenBefore(latest);
  const before = moment.toISOString();
  await trx.deleteFrom('user_event').where('time', '<', moment).execute();
  await trx.deleteFrom('request').where('received_at', '<', before).execute();
  await trx.deleteFrom('image').where('deleted_at', '<', before).execute();
  await trx.deleteFrom('day').where('day', '<', dayOf(before)).execute();
}

/** The latest moment at which one of these happened. */
const latestOf = (events: readonly StylingEvent[]): Date =>
  new Date(events.reduce((latest, { time }) => Math.max(latest, Date.parse(time)), 0));
