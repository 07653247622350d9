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

/** Requests of a key to an endpoint on a UTC day. */
const keyDay = z.object({
  day: z.iso.date(),
  key_id: keyId,
  endpoint,
  requests: z.number().int(),
  refused: z.number().int().meta({ description: 'Those answered 4xx' }),
  failed: z.number().int().meta({ description: 'Those answered 5xx' }),
});
export type KeyDay = Open<z.output<typeof keyDay>>;

/** Rows that one reply may hold: well under the bus's 1 MB. */
export const KEY_DAYS_AT_ONCE = 2_000;

/** Keys that can be asked for at once. */
export const KEYS_AT_ONCE = 1_000;

/** Usage of keys from one UTC day to another, both included, oldest day first; the next page begins after the last row of this one. */
export const readUsageDays = defineQuery({
  subject: 'styling.query.usage.days',
  request: z.object({
    key_ids: z.array(keyId).max(KEYS_AT_ONCE),
    from: z.iso.date(),
    to: z.iso.date(),
    after: keyDay.pick({ day: true, key_id: true, endpoint: true }).nullable(),
  }),
  reply: z.object({ days: z.array(keyDay).max(KEY_DAYS_AT_ONCE) }),
});
