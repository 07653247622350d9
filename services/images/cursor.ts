import { assetId, imageId, timestamp } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { z } from 'zod';

/** Position after an image in the order of GET /images, or after an asset in that of GET /assets. */
export type Cursor = { readonly created_at: string; readonly id: string };

/** Postgres has no year 0, ISO 8601 has. */
const parts = z.tuple([timestamp.refine((moment) => !moment.startsWith('0000')), z.union([imageId, assetId])]);

/** The cursor that continues after `last`; opaque to clients. */
export const cursorAfter = (last: Cursor): string => Buffer.from(`${last.created_at} ${last.id}`).toString('base64url');

/** Reads a cursor that a client sent back. @throws ServiceError `invalid_cursor` */
export function parseCursor(text: string | null): Cursor | null {
  if (text === null) return null;
  const parsed = parts.safeParse(Buffer.from(text, 'base64url').toString().split(' '));
  if (!parsed.success) throw new ServiceError('invalid_cursor', { field: 'cursor' });
  return { created_at: parsed.data[0], id: parsed.data[1] };
}
