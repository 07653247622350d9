import { errorCodes, requestId } from '@styling/contracts';
import { z } from 'zod';

/** Body of every error except the two kinds of 429, whose members the spec fixes. */
export const errorResponse = z
  .object({ error: z.string(), code: z.enum(errorCodes).optional(), request_id: requestId.optional() })
  .meta({ id: 'Error' });

/** Body of the daily 429. */
export const dailyLimitResponse = z
  .object({ error: z.string(), limit: z.number().int(), remaining: z.literal(0), reset: z.iso.datetime() })
  .meta({ id: 'DailyLimitError' });

/** Body of the concurrency 429. */
export const inProgressResponse = z.object({ error: z.string() }).meta({ id: 'InProgressError' });
