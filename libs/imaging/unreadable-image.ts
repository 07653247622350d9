import { ServiceError } from '@styling/service/errors.ts';
import { endsEarly } from './ends-early.ts';

/**
 * The error of an image that cannot be read: `incomplete_image` if its file was cut off, else `not_an_image`.
 *
 * @param field the request field the bytes came from, named in the error
 * @param details what else is true of it, for the client
 */
export const unreadableImage = (bytes: Uint8Array, field: string, cause: unknown, details?: string): ServiceError =>
  new ServiceError(
    endsEarly(bytes) ? 'incomplete_image' : 'not_an_image',
    { field, ...(details && { details }) },
    { cause },
  );
