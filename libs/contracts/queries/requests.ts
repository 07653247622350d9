import { z } from 'zod';
import { requestCompleted } from '../events/request-events.ts';
import { endpoint, keyId, requestId, timestamp, userId } from '../names.ts';
import type { Open } from '../open-schema.ts';
import { defineQuery, pageRequest } from './define-query.ts';

const jobsQuery = defineQuery('jobs');
const usageQuery = defineQuery('usage');

/** The last three are final. */
export const jobStatus = z.enum(['queued', 'running', 'succeeded', 'failed', 'canceled']);
export type JobStatus = z.output<typeof jobStatus>;

/** State in the log; the gateway composes what clients see of it. */
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

/** Per reply: well under the bus's 1 MB. */
export const JOBS_AT_ONCE = 100;

/** In the order asked; null when unknown, another user's, or forgotten. */
export const getJobs = jobsQuery(
  'get',
  { asked: z.array(z.object({ user_id: userId, request_id: requestId })).max(JOBS_AT_ONCE) },
  { jobs: z.array(storedJob.nullable()) },
);

/** Newest first. */
export const listJobs = jobsQuery(
  'list',
  { ...pageRequest(JOBS_AT_ONCE), status: jobStatus.nullable() },
  { jobs: z.array(storedJob), next_cursor: z.string().nullable() },
);

/** Spec, "Usage record". */
export const usageRecord = z
  .object({
    endpoint,
    timestamp,
    latency_ms: z.number().meta({ description: 'Request duration in milliseconds' }),
    status: z.number().meta({ description: 'HTTP status code' }),
  })
  .meta({ id: 'UsageRecord' });

/** `today` (YYYY-MM-DD, UTC) is the asker's, so that one clock governs the whole answer. */
export const readUsage = usageQuery(
  'read',
  { key_id: keyId, today: z.iso.date() },
  {
    total_requests: z.int(),
    requests_by_endpoint: z.record(z.string(), z.int()),
    requests_today: z.int(),
    recent_requests: z.array(usageRecord),
  },
);
export type UsageReport = Open<z.output<typeof readUsage.reply>>;

const keyDay = z.object({
  day: z.iso.date(),
  key_id: keyId,
  endpoint,
  requests: z.int(),
  refused: z.int().meta({ description: 'Those answered 4xx' }),
  failed: z.int().meta({ description: 'Those answered 5xx' }),
});
export type KeyDay = Open<z.output<typeof keyDay>>;

export const KEY_DAYS_AT_ONCE = 2_000;

export const KEYS_AT_ONCE = 1_000;

/** Both days included, oldest first; the next page begins after the last row. */
export const readUsageDays = usageQuery(
  'days',
  {
    key_ids: z.array(keyId).max(KEYS_AT_ONCE),
    from: z.iso.date(),
    to: z.iso.date(),
    after: keyDay.pick({ day: true, key_id: true, endpoint: true }).nullable(),
  },
  { days: z.array(keyDay).max(KEY_DAYS_AT_ONCE) },
);
export type UsageDaysRequest = z.output<typeof readUsageDays.request>;
