import { z } from 'zod';
import { endpoint, keyId, timestamp } from '../names.ts';
import type { Open } from '../open-schema.ts';
import { defineQuery } from './define-query.ts';

/** One answered request in a usage report (spec, "Usage record"). */
export const usageRecord = z
  .object({
    endpoint,
    timestamp,
    latency_ms: z.number().meta({ description: 'Request duration in milliseconds' }),
    status: z.number().meta({ description: 'HTTP status code' }),
  })
  .meta({ id: 'UsageRecord' });

/** Usage of one key; `today` (YYYY-MM-DD, UTC) is the asker's day, so that one clock governs the whole answer. */
export const readUsage = defineQuery({
  subject: 'styling.query.usage.read',
  request: z.object({ key_id: keyId, today: z.iso.date() }),
  reply: z.object({
    total_requests: z.number().int(),
    requests_by_endpoint: z.record(z.string(), z.number().int()),
    requests_today: z.number().int(),
    recent_requests: z.array(usageRecord),
  }),
});
export type UsageReport = Open<z.output<typeof readUsage.reply>>;
