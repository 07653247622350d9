import { limits } from '@styling/contracts';
import { z } from 'zod';
import { wholeNumber } from './whole-number.ts';

/** Query fields of a list that is paged. */
export const pageFields = {
  limit: wholeNumber(1, limits.pageSize).optional().meta({ description: 'Page size' }),
  cursor: z
    .string('invalid_cursor')
    .max(limits.cursorLength, 'invalid_cursor')
    .optional()
    .meta({ description: '`next_cursor` of the previous page' }),
};
