import { z } from 'zod';
import { requestCompleted } from '../events/request-completed.ts';
import { endpoint, keyId, requestId, timestamp, userId } from '../names.ts';
import type { Open } from '../open-schema.ts';
import { defineQuery } from './define-query.ts';

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
export const getJobs = defineQuery({
  subject: 'styling.query.jobs.get',
  request: z.object({
    asked: z.array(z.object({ user_id: userId, request_id: requestId })).max(JOBS_AT_ONCE),
  }),
  reply: z.object({ jobs: z.array(storedJob.nullable()) }),
});

/** A user's jobs, newest first. A cursor that this query did not return is an `invalid_cursor` error. */
export const listJobs = defineQuery({
  subject: 'styling.query.jobs.list',
  request: z.object({
    user_id: userId,
    status: jobStatus.nullable(),
    limit: z.number().int().min(1).max(JOBS_AT_ONCE),
    cursor: z.string().max(200).nullable(),
  }),
  reply: z.object({ jobs: z.array(storedJob), next_cursor: z.string().nullable() }),
});
