import { limits } from '@styling/contracts';
import { z } from 'zod';

/** `limit` of a list in pages. */
export const limitParameter = z
  .string()
  // Plain decimals: anything else that JavaScript takes for a number is a mistake of the client.
  .regex(/^[1-9]\d{0,2}$/)
  .pipe(z.coerce.number<string>().int().min(1).max(limits.pageSize))
  .optional()
  .meta({ description: 'Page size' });

/** `cursor` of a list in pages. */
export const cursorParameter = z
  .string('invalid_cursor')
  .max(limits.cursorLength, 'invalid_cursor')
  .optional()
  .meta({ description: '`next_cursor` of the previous page' });
