import { z } from 'zod';
import { readUsage } from '../queries/usage.ts';

/** Response 200 of GET /usage: the key's counts, the user's limit. */
export const usageResponse = readUsage.reply.extend({
  rate_limit: z.object({
    daily_limit: z.number().int(),
    used_today: z.number().int().meta({ description: 'Of counted endpoints, over all keys of the user' }),
    remaining: z.number().int(),
  }),
});
export type UsageResponse = z.output<typeof usageResponse>;
