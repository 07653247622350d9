import { type StylingEvent, subjects } from '@styling/contracts';
import { arrayLiteral, inStatements, type Projection, type Statement } from '@styling/projections';
import { type RawBuilder, sql } from 'kysely';
import { foldEvents } from './fold-events.ts';
import { changedRows, copyOf, dayIn, readKnown } from './known.ts';
import { forgottenBefore } from './retention.ts';
import { scheduleDeliveries } from './schedule-deliveries.ts';
import type { DayTable, ImageTable, RequestTable, WebhooksTables } from './tables.ts';
import type { UserEvent } from './user-event.ts';

/** What a batch changes. */
type Changes = {
  readonly requests: readonly RequestTable[];
  readonly images: readonly ImageTable[];
  readonly days: readonly DayTable[];
  readonly added: readonly UserEvent[];
};

/**
 * Every user's events of the last month before the latest event, and what decides on later ones. It reads the whole log as one
 * source: a feed is in its order, so that nothing is ever inserted before what a client has read.
 */
export const feedProjection: Projection<WebhooksTables> = {
  name: 'webhooks',
  sources: [subjects.allEvents],
  tables: ['user_event', 'request', 'image', 'day', 'disowned_key'],
  ...inStatements(async (batch, db) => {
    if (batch.length === 0) return [];
    const events = batch.map(({ event }) => event);
    const before = await readKnown(db, events);
    const known = copyOf(before);
    const { added, erasedUsers } = foldEvents(batch, known);
    const changes = {
      requests: changedRows(before.requests, known.requests),
      images: changedRows(before.images, known.images),
      days: changedRows(before.days, known.days),
      added,
    };
    const forgotten = forgottenBefore(latestOf(events)).toISOString();
    // No part of a statement may delete what another one writes.
    if (erasedUsers.length > 0) return [erase(erasedUsers, known.disownedKeys), write(changes), forget(forgotten)];
    return isForgotten(changes, forgotten)
      ? [write(changes), forget(forgotten)]
      : [{ ...write(changes), ...forget(forgotten) }];
  }),
};

function erase(users: readonly string[], disowned: ReadonlySet<string>): Statement {
  const keys = sql`any(${arrayLiteral([...disowned])}::text[])`;
  const erased = sql`any(${arrayLiteral(users)}::text[])`;
  return {
    disowned: sql`
      insert into disowned_key select * from unnest(${arrayLiteral([...disowned])}::text[]) on conflict do nothing`,
    no_request: sql`delete from request where key_id = ${keys}`,
    no_image: sql`delete from image where key_id = ${keys}`,
    no_day: sql`delete from day where user_id = ${erased}`,
    no_event: sql`delete from user_event where user_id = ${erased}`,
    no_webhook: sql`delete from webhook where user_id = ${erased}`,
  };
}

/** Rows go as JSON, so that each statement is prepared once. */
function write({ requests, images, days, added }: Changes): Statement {
  return {
    ...(requests.length > 0 && {
      written_request: sql`
        insert into request select * from jsonb_populate_recordset(null::request, ${JSON.stringify(requests)}::jsonb)
        on conflict (request_id) do update set is_accepted = excluded.is_accepted, daily_limit = excluded.daily_limit,
          is_ended = excluded.is_ended, ending = excluded.ending`,
    }),
    ...(images.length > 0 && {
      written_image: sql`
        insert into image select * from jsonb_populate_recordset(null::image, ${JSON.stringify(images)}::jsonb)
        on conflict (image_id) do update set deleted_at = excluded.deleted_at`,
    }),
    ...(days.length > 0 && {
      written_day: sql`
        insert into day select * from jsonb_populate_recordset(null::day, ${JSON.stringify(days)}::jsonb)
        on conflict (user_id, day) do update set used = excluded.used, daily_limit = excluded.daily_limit,
          reached = excluded.reached`,
    }),
    ...(added.length > 0 && { fed: addEvents(added), ...scheduleDeliveries }),
  };
}

/** Adds events to the feeds. @returns those that were not there */
function addEvents(added: readonly UserEvent[]): RawBuilder<unknown> {
  const column = (name: Exclude<keyof UserEvent, 'data'>) => sql`${arrayLiteral(added.map((event) => event[name]))}`;
  return sql`
    insert into user_event (event_id, user_id, key_id, type, time, data, seq, place)
    select * from unnest(${column('event_id')}::text[], ${column('user_id')}::text[], ${column('key_id')}::text[],
      ${column('type')}::text[], ${column('timestamp')}::timestamptz[],
      ${arrayLiteral(added.map(({ data }) => JSON.stringify(data)))}::jsonb[], ${column('seq')}::bigint[],
      ${column('place')}::smallint[])
    on conflict (event_id) do nothing returning event_id, user_id, type, time, data, seq`;
}

/** Whether a batch is about what is forgotten by its end, as one of a rebuild may be. */
const isForgotten = ({ requests, images, days, added }: Changes, before: string): boolean =>
  requests.some(({ received_at }) => new Date(received_at) < new Date(before)) ||
  images.some(({ deleted_at }) => deleted_at !== null && new Date(deleted_at) < new Date(before)) ||
  days.some(({ day }) => day < dayIn(before)) ||
  added.some(({ timestamp }) => new Date(timestamp) < new Date(before));

/** Forgets rows by a range of times: of a range the planner expects few rows, also before it has statistics, and takes the index. */
function forget(before: string): Statement {
  return {
    old_event: sql`delete from user_event where time > '-infinity' and time < ${before}::timestamptz`,
    old_request: sql`delete from request where received_at > '-infinity' and received_at < ${before}::timestamptz`,
    old_image: sql`delete from image where deleted_at > '-infinity' and deleted_at < ${before}::timestamptz`,
    old_day: sql`delete from day where day > '-infinity' and day < ${dayIn(before)}::date`,
  };
}

/** The latest moment at which one of these happened. */
const latestOf = (events: readonly StylingEvent[]): Date =>
  new Date(events.reduce((latest, { time }) => Math.max(latest, Date.parse(time)), 0));
