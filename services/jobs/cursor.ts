import { requestId, timestamp } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { z } from 'zod';

/** Position after a job in the order of GET /jobs. */
export type Cursor = { readonly created_at: string; readonly request_id: string };

/** Postgres has no year 0, ISO 8601 has. */
const parts = z.tuple([timestamp.refine((moment) => !moment.startsWith('0000')), requestId]);

/** The cursor that continues after `job`; opaque to clients. */
export const cursorAfter = (job: Cursor): string =>
  Buffer.from(`${job.created_at} ${job.request_id}`).toString('base64url');

/** Reads a cursor that a client sent back. @throws ServiceError `invalid_cursor` */
export function parseCursor(text: string | null): Cursor | null {
  if (text === null) return null;
  const parsed = parts.safeParse(Buffer.from(text, 'base64url').toString().split(' '));
  if (!parsed.success) throw new ServiceError('invalid_cursor', { field: 'cursor' });
  return { created_at: parsed.data[0], request_id: parsed.data[1] };
}
