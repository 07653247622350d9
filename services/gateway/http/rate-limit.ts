import { z } from 'zod';
import type { DayUsed } from '../admission/admission.ts';
import { remainingOf } from '../admission/limit-exceeded.ts';

/** How much of the daily limit its user has left. */
export const rateLimit = z
  .object({
    daily_limit: z.number().int(),
    used_today: z.number().int().meta({ description: 'Of counted endpoints, over all keys of the user' }),
    remaining: z.number().int(),
  })
  .meta({ id: 'RateLimit' });

/** Example for the documentation. */
export const rateLimitExample: z.output<typeof rateLimit> = { daily_limit: 20, used_today: 2, remaining: 18 };

/** The rate limit of a user's day. */
export const toRateLimit = (used: DayUsed): z.output<typeof rateLimit> => ({
  daily_limit: used.limit,
  used_today: used.used,
  remaining: remainingOf(used),
});
