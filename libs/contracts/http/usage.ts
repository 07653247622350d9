import { z } from 'zod';
import { endpoints } from '../names.ts';
import type { Open } from '../open-schema.ts';
import { answeredRequest, readUsage } from '../queries/usage.ts';

/** One answered request in a usage report (spec, "Usage record"). */
export const usageRecord = answeredRequest.extend({
  endpoint: z.enum(endpoints).meta({ description: 'Endpoint template of the request' }),
});

/** Response 200 of GET /usage: the key's counts, the user's limit. */
export const usageResponse = readUsage.reply.extend({
  recent_requests: z.array(usageRecord),
  rate_limit: z.object({
    daily_limit: z.number().int(),
    used_today: z.number().int().meta({ description: 'Of counted endpoints, over all keys of the user' }),
    remaining: z.number().int(),
  }),
});
export type UsageResponse = Open<z.output<typeof usageResponse>>;
