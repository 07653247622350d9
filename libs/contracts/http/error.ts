import { z } from 'zod';
import { errorCodes } from '../errors.ts';
import { requestId } from '../names.ts';

/** Body of every error but the two kinds of 429, whose members the spec fixes. */
export const errorResponse = z.object({
  error: z.string(),
  code: z.enum(errorCodes).optional(),
  request_id: requestId.optional(),
});

/** Body of the daily 429. */
export const dailyLimitResponse = z.object({
  error: z.string(),
  limit: z.number().int(),
  remaining: z.literal(0),
  reset: z.iso.datetime(),
});

/** Body of the concurrency 429. */
export const inProgressResponse = z.object({ error: z.string() });
