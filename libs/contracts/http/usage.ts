import { z } from 'zod';
import { endpoints } from '../names.ts';
import type { Open } from '../open-schema.ts';
import { readUsage, usageRecord } from '../queries/usage.ts';

/** Response 200 of GET /usage: the key's counts, the user's limit. */
export const usageResponse = readUsage.reply.extend({
  recent_requests: z.array(
    usageRecord.extend({ endpoint: z.enum(endpoints).meta({ description: 'Endpoint template of the request' }) }),
  ),
  rate_limit: z.object({
    daily_limit: z.number().int(),
    used_today: z.number().int().meta({ description: 'Of counted endpoints, over all keys of the user' }),
    remaining: z.number().int(),
  }),
});
export type UsageResponse = Open<z.output<typeof usageResponse>>;
