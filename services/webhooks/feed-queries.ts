import { type FedEvent, type readEvents, subjects } from '@styling/contracts';
import { type AsOf, checkpointsOf, isoTime, type Positions, readItems, type UserList } from '@styling/projections';
import { ServiceError } from '@styling/service';
import { type Kysely, sql } from 'kysely';
import type { z } from 'zod';
import { feedProjection } from './feed-projection.ts';
import { DAY_MS, forgottenBefore, type UserEvent } from './fold-events.ts';

type Cursor = {
  /** Continues with the event at this sequence and place, or the first after it. */
  readonly seq: number;
  readonly place: number;
  /** All that happened before is behind it; ms since 1970. */
  readonly time: number;
  /** {@link markOf} the event before it, by which the feed is known again. */
  readonly mark: string;
};

const PARTS = /^(\d{1,15})\.(\d{1,4})\.(\d{1,14})\.([0-9a-f]{8})?$/;

/** Part of an event's id, enough to notice that it is of another log. Empty without an event. */
const markOf = (event_id: string | null): string => event_id?.slice(4, 12) ?? '';

const writeCursor = ({ seq, place, time, mark }: Cursor): string =>
  Buffer.from(`${seq}.${place}.${time}.${mark}`).toString('base64url');

/** Parses a client's cursor. @throws ServiceError `invalid_cursor` */
export function parseCursor(text: string): Cursor {
  const [, seq, place, time, mark = ''] = PARTS.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  if (seq === undefined) throw new ServiceError('invalid_cursor', { field: 'cursor' });
  return { seq: Number(seq), place: Number(place), time: Number(time), mark };
}

const READABLE_DAYS = 30;

/** Cursors before this are too old at `now`; without a cursor the feed begins here. */
const readableSince = (now: Date): Date => new Date(now.getTime() - READABLE_DAYS * DAY_MS);

type Row = Omit<FedEvent, 'cursor' | 'id'> & Pick<UserEvent, 'event_id' | 'seq' | 'place'>;

const eventList: UserList = {
  projection: feedProjection.name,
  table: 'user_event',
  id: 'event_id',
  columns: sql`event_id, type, data, item.seq, item.place, ${isoTime('item.time')} as timestamp`,
  exists: (now) => sql`item.time >= ${readableSince(now)}`,
};

/** Events from `after` on, from the oldest without it; of some types, or of all. */
export type PageRequest = Omit<z.output<typeof readEvents.request>, 'cursor'> & { readonly after: Cursor | null };

type Found = {
  readonly asked: PageRequest;
  /** One more than asked for if there are more. */
  readonly events: Row[];
  readonly before: string | null;
  readonly last: string | null;
  readonly head: number;
};

/** Finds pages of feeds, one per request in order, by one statement. */
export async function findEvents(
  db: Kysely<unknown>,
  requests: readonly PageRequest[],
  now: Date,
): Promise<AsOf<Found>[]> {
  const column = <T>(of: (request: PageRequest) => T): T[] => requests.map(of);
  const { rows } = await sql<Omit<Found, 'asked' | 'head'> & { checkpoints: Positions }>`
    select (select coalesce(json_agg(found), '[]') from (
        select ${eventList.columns} from user_event item
        where item.user_id = asked.user_id and (item.seq, item.place) >= (asked.seq, asked.place)
          and item.time >= asked.since and (asked.types is null or item.type = any(string_to_array(asked.types, ',')))
        order by item.seq, item.place limit asked.most) as found) as events,
      (select e.event_id from user_event e where e.user_id = asked.user_id and (e.seq, e.place) < (asked.seq, asked.place)
        order by e.seq desc, e.place desc limit 1) as before,
      (select e.event_id from user_event e where e.user_id = asked.user_id
        order by e.seq desc, e.place desc limit 1) as last,
      ${checkpointsOf(feedProjection.name)} as checkpoints
    from unnest(${column(({ user_id }) => user_id)}::text[], ${column(({ after }) => after?.seq ?? 0)}::bigint[],
      ${column(({ after }) => after?.place ?? 0)}::integer[],
      ${column(({ after }) => (after ? forgottenBefore(now) : readableSince(now)))}::timestamptz[],
      ${column(({ types }) => types?.join(',') ?? null)}::text[], ${column(({ limit }) => limit + 1)}::integer[])
      with ordinality as asked (user_id, seq, place, since, types, most, number)
    order by number`.execute(db);
  return rows.map(({ checkpoints, ...found }, index) => {
    const asked = requests[index];
    if (!asked) throw new Error('more pages than were asked for');
    return { value: { asked, ...found, head: checkpoints[subjects.allEvents] ?? 0 }, checkpoints };
  });
}

/** Checks that the feed still has all since a cursor. @throws ServiceError `cursor_expired`: too old, or another log */
export async function checkContinuous(db: Kysely<unknown>, found: Found, now: Date): Promise<void> {
  const { asked, before, head } = found;
  const { after } = asked;
  if (after === null) return;
  const isKept = after.time >= readableSince(now).getTime() && after.seq <= head + 1;
  // What was before it may have been forgotten since.
  if (isKept && (before === null || markOf(before) === after.mark)) return;
  throw new ServiceError('cursor_expired', { oldest_cursor: await oldestCursor(db, found, now) });
}

/** The cursor that begins with a user's oldest event; at the end of the feed if there is none. */
async function oldestCursor(db: Kysely<unknown>, found: Found, now: Date): Promise<string> {
  const { rows } = await sql<Pick<Row, 'seq' | 'place'> & { time: Date; before: string | null }>`
    select e.seq, e.place, e.time, (select b.event_id from user_event b
      where b.user_id = e.user_id and (b.seq, b.place) < (e.seq, e.place) order by b.seq desc, b.place desc limit 1) as before
    from user_event e where e.user_id = ${found.asked.user_id} and e.time >= ${readableSince(now)}
    order by e.seq, e.place limit 1`.execute(db);
  const [oldest] = rows;
  if (!oldest) return endOf(found, now);
  const { seq, place, time, before } = oldest;
  return writeCursor({ seq, place, time: time.getTime(), mark: markOf(before) });
}

/** The page that was asked for. */
export function pageOf(found: Found, now: Date) {
  const { events, asked } = found;
  const page = events.slice(0, asked.limit).map(toFedEvent);
  const has_more = events.length > asked.limit;
  return { events: page, next_cursor: (has_more && page.at(-1)?.cursor) || endOf(found, now), has_more };
}

const endOf = ({ head, last }: Found, now: Date): string =>
  writeCursor({ seq: head + 1, place: 0, time: now.getTime(), mark: markOf(last) });

function toFedEvent({ event_id, type, timestamp, data, seq, place }: Row): FedEvent {
  const cursor = writeCursor({ seq, place: place + 1, time: Date.parse(timestamp), mark: markOf(event_id) });
  return { id: event_id, type, timestamp, data, cursor };
}

/** An event of a user by id; null for another user's. */
export async function findEvent(
  db: Kysely<unknown>,
  { user_id, event_id: id }: { readonly user_id: string; readonly event_id: string },
  now: Date,
): Promise<AsOf<FedEvent | null>> {
  const [found] = await readItems<Row>(db, eventList, [{ user_id, id }], now);
  const { value = null, checkpoints = {} } = found ?? {};
  return { value: value && toFedEvent(value), checkpoints };
}
