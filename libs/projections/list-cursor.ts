import { timestamp } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { z } from 'zod';

/** Position after an item of a list, newest first. */
export type ListCursor = { readonly created_at: string; readonly id: string };

/** Postgres has no year 0, ISO 8601 has. */
const moment = timestamp.refine((text) => !text.startsWith('0000'));

/** The cursor that continues after an item; opaque to clients. */
export const writeCursor = ({ created_at, id }: ListCursor): string =>
  Buffer.from(`${created_at} ${id}`).toString('base64url');

/** Reads a cursor that a client sent back. @throws ServiceError `invalid_cursor` */
export function parseCursor(text: string | null, id: z.ZodType<string>): ListCursor | null {
  if (text === null) return null;
  const { data } = z.tuple([moment, id]).safeParse(Buffer.from(text, 'base64url').toString().split(' '));
  if (!data) throw new ServiceError('invalid_cursor', { field: 'cursor' });
  return { created_at: data[0], id: data[1] };
}

/**
 * A page of at most `limit` items.
 *
 * @param found one more than `limit` if there are more
 * @returns the items, and the cursor of the next page; null for the last
 */
export function pageOf<Item>(found: readonly Item[], limit: number, cursorAfter: (last: Item) => string) {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return { items, next_cursor: found.length > limit && last ? cursorAfter(last) : null };
}
