import type { RequestCompleted, StylingEvent } from '@styling/contracts';
import { type Kysely, sql } from 'kysely';

/** An admitted or refused request: it is a job once it was accepted. */
export type RequestRow = {
  request_id: string;
  key_id: string;
  /** ISO 8601, like all moments of rows read as JSON. */
  received_at: string;
  is_accepted: boolean;
  /** At admission; null if not known. */
  daily_limit: number | null;
  is_ended: boolean;
  /** Set while its acceptance has not been in the log. */
  ending: Ending | null;
};

export type Ending = Pick<RequestCompleted['data'], 'user_id' | 'endpoint' | 'status' | 'error' | 'image_ids'> & {
  readonly cost: number;
  readonly time: string;
};

export type ImageRow = {
  image_id: string;
  /** Null if it was deleted before it was created in the log: then it is in no feed. */
  key_id: string | null;
  request_id: string | null;
  deleted_at: string | null;
};

/** Cost of a user's ended requests of a UTC day. */
export type DayRow = {
  user_id: string;
  day: string;
  used: number;
  /** Limit of the last request accepted with one; thresholds are relative to it. */
  daily_limit: number | null;
  /** Highest threshold of this limit in the feed, per cent; 0 for none. */
  reached: number;
};

/** What earlier events decide on a batch, by id; the fold changes it. */
export type Known = {
  readonly requests: Map<string, RequestRow>;
  readonly images: Map<string, ImageRow>;
  readonly days: Map<string, DayRow>;
  readonly disownedKeys: Set<string>;
};

/** Key of {@link Known.days}. */
export const dayKey = (user_id: string, day: string): string => `${user_id} ${day}`;

/** UTC day of a moment in ISO 8601. */
export const dayIn = (moment: string): string => moment.slice(0, 10);

/** Reads what is known of what `events` are about, by one statement. */
export async function readKnown(db: Kysely<unknown>, events: readonly StylingEvent[]): Promise<Known> {
  const requests = events.filter((event) => event.type === 'request.accepted' || event.type === 'request.completed');
  const images = events.filter(({ type }) => type === 'image.created' || type === 'image.deleted');
  const keys = new Set(events.flatMap(({ data }) => ('key_id' in data ? data.key_id : [])));
  const { rows } = await sql<{ requests: RequestRow[]; images: ImageRow[]; days: DayRow[]; keys: string[] }>`select
    (select coalesce(json_agg(r), '[]') from request r
      where request_id = any(${requests.map(({ subject }) => subject)}::text[])) as requests,
    (select coalesce(json_agg(i), '[]') from image i
      where image_id = any(${images.map(({ subject }) => subject)}::text[])) as images,
    (select coalesce(json_agg(d), '[]') from day d where (user_id, day) in (select * from unnest(
      ${requests.map(({ data }) => data.user_id)}::text[], ${requests.map(({ data }) => dayIn(data.received_at))}::date[]))
    ) as days,
    (select coalesce(json_agg(key_id), '[]') from disowned_key where key_id = any(${[...keys]}::text[])) as keys`.execute(
    db,
  );
  const [found] = rows;
  if (!found) throw new Error('a statement without a row');
  return {
    requests: new Map(found.requests.map((row) => [row.request_id, row])),
    images: new Map(found.images.map((row) => [row.image_id, row])),
    days: new Map(found.days.map((row) => [dayKey(row.user_id, row.day), row])),
    disownedKeys: new Set(found.keys),
  };
}
