import {
  costOf,
  jobStatus,
  type Open,
  type Progress,
  progress,
  publicError,
  requestId,
  type StoredJob,
  timestamp,
} from '@styling/contracts';
import { errorBody, errorResponse } from '@styling/http';
import { answerPrefix } from '@styling/objectstore';
import { z } from 'zod';
import { idInPath } from '../http/parameters.ts';
import { KEY_LIFE_MS } from '../requests/request-headers.ts';

const moment = timestamp.nullable();

export const jobRecord = z
  .object({
    job_id: requestId.meta({ description: 'The `X-Request-Id` of the request' }),
    status: jobStatus.meta({ description: 'The last three are final' }),
    endpoint: z.string(),
    created_at: timestamp,
    started_at: moment,
    completed_at: moment,
    deadline: timestamp.meta({ description: 'When a synchronous client is answered 504' }),
    cancel_requested_at: moment,
    progress: progress.nullable().meta({ description: 'How far it is, as reported by its worker; null if unknown' }),
    image_ids: z.array(z.string()).meta({ description: 'Image records that it made' }),
    error: errorResponse.nullable().meta({ description: 'The body of the response, if it failed' }),
    cost: z.number().int().nullable().meta({ description: "What it cost of its user's day; null while it runs" }),
    response_expires_at: moment.meta({
      description:
        'Until when the response can be fetched; null while it runs, or if it was only for who waited for it',
    }),
  })
  .meta({ id: 'Job' });
export type JobRecord = Open<z.output<typeof jobRecord>>;

export const jobRecordExample: z.output<typeof jobRecord> = {
  job_id: 'req_0123456789abcdef01234567',
  status: 'running',
  endpoint: '/try_on_outfit',
  created_at: '2026-01-02T03:04:05.678Z',
  started_at: '2026-01-02T03:04:05.712Z',
  completed_at: null,
  deadline: '2026-01-02T03:06:05.678Z',
  cancel_requested_at: null,
  progress: { stage: 'dressing', fraction: 0.65 },
  image_ids: [],
  error: null,
  cost: null,
  response_expires_at: null,
};

export const jobResponse = {
  description: 'With `Prefer: respond-async`: the request is in progress, as this job',
  schema: jobRecord,
  example: jobRecordExample,
};

/** The public record of a job. @param progress how far it is; left out once it has ended */
export function toJobRecord(job: StoredJob, progress: Progress | null = null): JobRecord {
  const { request_id, ending } = job;
  const error = ending?.error && publicError.parse(ending.error);
  return {
    job_id: request_id,
    status: job.status,
    endpoint: job.endpoint,
    created_at: job.created_at,
    started_at: job.started_at,
    completed_at: job.completed_at,
    deadline: job.deadline,
    cancel_requested_at: job.cancel_requested_at,
    progress: ending ? null : progress,
    image_ids: ending ? imagesOf(ending) : [],
    error: error ? (errorBody(error, request_id) as z.output<typeof errorResponse>) : null,
    cost: ending ? costOf(ending) : null,
    response_expires_at: responseExpiry(job)?.toISOString() ?? null,
  };
}

type Ending = NonNullable<StoredJob['ending']>;

/** An ending of an older version names only the image that is the result. */
const imagesOf = ({ image_ids, result }: Ending): string[] =>
  image_ids.length === 0 && result?.image_id ? [result.image_id] : image_ids;

/** A day after arrival, as the result is younger. Null while it runs, and if only the waiting client could get it. */
export function responseExpiry({ created_at, ending }: StoredJob): Date | null {
  const isKept = ending && (ending.error || ending.result?.image_id || ending.result?.object.startsWith(answerPrefix));
  return isKept ? new Date(Date.parse(created_at) + KEY_LIFE_MS) : null;
}

/** Grows with each state of a job, from 1; the id of the SSE event that carries it. */
export const versionOf = ({ started_at, cancel_requested_at, completed_at }: StoredJob): number =>
  1 + [started_at, cancel_requested_at, completed_at].filter((at) => at !== null).length;

export const jobParams = z.object({
  id: idInPath(
    requestId,
    'job_not_found',
    'Job id: the `X-Request-Id` of the request that it is',
    jobRecordExample.job_id,
  ),
});
