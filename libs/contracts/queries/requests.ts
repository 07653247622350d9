import { z } from 'zod';
import { requestCompleted } from '../events/request-completed.ts';
import { endpoint, keyId, requestId, timestamp, userId } from '../names.ts';
import type { Open } from '../open-schema.ts';
import { defineQuery, pageRequest } from './define-query.ts';

/** States of a job; the last three are final. */
export const jobStatus = z.enum(['queued', 'running', 'succeeded', 'failed', 'canceled']);
export type JobStatus = z.output<typeof jobStatus>;

/** An admitted request as it is in the log; the gateway alone composes what clients see of it. */
export const storedJob = z.object({
  request_id: requestId,
  user_id: userId,
  key_id: keyId,
  endpoint,
  capability: z.string(),
  status: jobStatus,
  created_at: timestamp.meta({ description: 'When the request arrived' }),
  deadline: timestamp,
  started_at: timestamp.nullable(),
  cancel_requested_at: timestamp.nullable(),
  completed_at: timestamp.nullable(),
  ending: requestCompleted.data.nullable().meta({ description: 'Data of the first terminal event in the log' }),
});
export type StoredJob = Open<z.output<typeof storedJob>>;

/** Jobs that one reply may hold: well under the bus's 1 MB. */
export const JOBS_AT_ONCE = 100;

/** Jobs by id and user, in the order in which they are asked for; null when unknown, another user's, or forgotten. */
export const getJobs = defineQuery(
  'styling.query.jobs.get',
  {
    asked: z.array(z.object({ user_id: userId, request_id: requestId })).max(JOBS_AT_ONCE),
  },
  { jobs: z.array(storedJob.nullable()) },
);

/** A user's jobs, newest first. */
export const listJobs = defineQuery(
  'styling.query.jobs.list',
  { ...pageRequest(JOBS_AT_ONCE), status: jobStatus.nullable() },
  { jobs: z.array(storedJob), next_cursor: z.string().nullable() },
);

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
export const readUsage = defineQuery(
  'styling.query.usage.read',
  { key_id: keyId, today: z.iso.date() },
  {
    total_requests: z.number().int(),
    requests_by_endpoint: z.record(z.string(), z.number().int()),
    requests_today: z.number().int(),
    recent_requests: z.array(usageRecord),
  },
);
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
export const readUsageDays = defineQuery(
  'styling.query.usage.days',
  {
    key_ids: z.array(keyId).max(KEYS_AT_ONCE),
    from: z.iso.date(),
    to: z.iso.date(),
    after: keyDay.pick({ day: true, key_id: true, endpoint: true }).nullable(),
  },
  { days: z.array(keyDay).max(KEY_DAYS_AT_ONCE) },
);
