import { ServiceError } from '@styling/service';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { type AsOf, checkpointsOf, type Positions } from './projection.ts';

/** A table with a user's item in each row, and the columns `user_id` and `created_at`. */
export type UserList = {
  readonly projection: string;
  readonly table: string;
  readonly id: string;
  /** Columns of the row `item`; formatted as JSON by Postgres, which is faster than reading rows. */
  readonly columns: RawBuilder<unknown>;
  /** Condition on `item`: whether it exists at a moment. */
  readonly exists: (now: Date) => RawBuilder<unknown>;
};

/** A column as ISO 8601 with milliseconds, UTC. */
export const isoTime = (column: string): RawBuilder<string> =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Position after an item of a list, newest first. */
export type ListCursor = { readonly created_at: string; readonly id: string };

/** Postgres has no year 0, ISO 8601 has. */
const moment = z.iso.datetime().refine((text) => !text.startsWith('0000'));

/** The cursor that continues after an item; opaque to clients. */
export const writeCursor = ({ created_at, id }: ListCursor): string =>
  Buffer.from(`${created_at} ${id}`).toString('base64url');

/** Parses a client's cursor. @throws ServiceError `invalid_cursor` */
export function parseCursor(text: string | null, id: z.ZodType<string>): ListCursor | null {
  if (text === null) return null;
  const { data } = z.tuple([moment, id]).safeParse(Buffer.from(text, 'base64url').toString().split(' '));
  if (!data) throw new ServiceError('invalid_cursor', { field: 'cursor' });
  return { created_at: data[0], id: data[1] };
}

/** A page of at most `limit` of `found`, which has one more if there are more; null cursor on the last page. */
export function pageOf<Item>(found: readonly Item[], limit: number, positionOf: (last: Item) => ListCursor) {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return { items, next_cursor: found.length > limit && last ? writeCursor(positionOf(last)) : null };
}

/** A page of a user's items; a list's condition may refer to it as the row `asked`. */
export type PageRequest = {
  readonly user_id: string;
  readonly limit: number;
  readonly after: ListCursor | null;
  readonly status?: string | null;
};

/** Pages of items that exist at `now`, newest first, one per request in order, by one statement. */
export async function readPages<Item extends { readonly created_at: string }>(
  db: Kysely<unknown>,
  { projection, table, id, columns, exists }: UserList,
  asked: readonly PageRequest[],
  now: Date,
): Promise<AsOf<{ items: Item[]; next_cursor: string | null }>[]> {
  // Without a cursor a page begins at the end of time, so that the statement is the same.
  const { rows } = await sql<{ found: Item[]; checkpoints: Positions }>`
    select (select coalesce(json_agg(stored), '[]') from (
      select ${columns} from ${sql.table(table)} as item
      where item.user_id = asked.user_id and ${exists(now)} and (item.created_at, item.${sql.ref(id)}) < (asked.moment, asked.id)
      order by item.created_at desc, item.${sql.ref(id)} desc limit asked.most + 1) as stored) as found,
      ${checkpointsOf(projection)} as checkpoints
    from unnest(${asked.map(({ user_id }) => user_id)}::text[], ${asked.map(({ limit }) => limit)}::integer[],
      ${asked.map(({ after }) => after?.created_at ?? 'infinity')}::timestamptz[],
      ${asked.map(({ after }) => after?.id ?? '')}::text[], ${asked.map(({ status = null }) => status)}::text[])
      with ordinality as asked (user_id, most, moment, id, status, place)
    order by place`.execute(db);
  return rows.map(({ found, checkpoints }, index) => {
    const positionOf = (last: Item) => ({ created_at: last.created_at, id: String(last[id as keyof Item]) });
    return { value: pageOf(found, asked[index]?.limit ?? 0, positionOf), checkpoints };
  });
}

export type ItemRequest = { readonly user_id: string; readonly id: string };

/** Items that exist at `now`, in the order asked, null for a missing one or another user's; by one statement. */
export async function readItems<Item>(
  db: Kysely<unknown>,
  { projection, table, id, columns, exists }: UserList,
  asked: readonly ItemRequest[],
  now: Date,
): Promise<AsOf<Item | null>[]> {
  const { rows } = await sql<AsOf<Item | null>>`
    select (select row_to_json(stored) from (
      select ${columns} from ${sql.table(table)} as item
      where item.${sql.ref(id)} = asked.id and item.user_id = asked.user_id and ${exists(now)}) as stored) as value,
      ${checkpointsOf(projection)} as checkpoints
    from unnest(${asked.map(({ user_id }) => user_id)}::text[], ${asked.map((item) => item.id)}::text[])
      with ordinality as asked (user_id, id, place)
    order by place`.execute(db);
  return rows;
}
