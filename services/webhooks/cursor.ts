import { ServiceError } from '@styling/service';

/** A position in the feed of a user. */
export type Cursor = {
  /** It continues with the event at this sequence of the log and this place, or the first one after it. */
  readonly seq: number;
  readonly place: number;
  /** All that happened before is behind it; ms since 1970. */
  readonly time: number;
  /** {@link markOf} the event before it, by which the feed is known again. */
  readonly mark: string;
};

const PARTS = /^(\d{1,15})\.(\d{1,4})\.(\d{1,14})\.([0-9a-f]{8})?$/;

/** What a cursor keeps of the id of an event: enough to notice that it is of another log. Empty without an event. */
export const markOf = (event_id: string | null): string => event_id?.slice(4, 12) ?? '';

/** A cursor as clients get it: opaque. */
export const writeCursor = ({ seq, place, time, mark }: Cursor): string =>
  Buffer.from(`${seq}.${place}.${time}.${mark}`).toString('base64url');

/** Reads a cursor that a client sent back. @throws ServiceError `invalid_cursor` */
export function parseCursor(text: string): Cursor {
  const [, seq, place, time, mark = ''] = PARTS.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  if (seq === undefined) throw new ServiceError('invalid_cursor', { field: 'cursor' });
  return { seq: Number(seq), place: Number(place), time: Number(time), mark };
}
