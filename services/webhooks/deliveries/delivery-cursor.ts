import { deliveryId } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { z } from 'zod';

/** Position after a delivery in the order of its webhook's. */
export type DeliveryCursor = {
  /** Time as Postgres writes it, to the microsecond. */
  readonly created_at: string;
  readonly delivery_id: string;
};

const parts = z.tuple([
  z.string().regex(/^[1-9]\d{3}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?$/),
  deliveryId,
]);

/** The cursor that continues after a delivery; opaque to clients. */
export const cursorAfter = ({ created_at, delivery_id }: DeliveryCursor): string =>
  Buffer.from(`${created_at}/${delivery_id}`).toString('base64url');

/** Reads a cursor that a client sent back. @throws ServiceError `invalid_cursor` */
export function parseDeliveryCursor(text: string | null): DeliveryCursor | null {
  if (text === null) return null;
  const { data } = parts.safeParse(Buffer.from(text, 'base64url').toString().split('/'));
  if (!data || Number.isNaN(Date.parse(data[0].replace(/([+-]\d\d)$/, '$1:00')))) {
    throw new ServiceError('invalid_cursor', { field: 'cursor' });
  }
  return { created_at: data[0], delivery_id: data[1] };
}
