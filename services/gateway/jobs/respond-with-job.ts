import type { StoredJob } from '@styling/contracts';
import type { Call } from '../http/define-endpoint.ts';
import { type JobRecord, toJobRecord } from './job-record.ts';

/** `Retry-After` of a 202, seconds; a client may also wait for the job itself. */
const RETRY_SECONDS = 2;

/** The 202 of a job that has not ended. */
export function respondWithJob(call: Call, job: StoredJob, headers: Readonly<Record<string, string>> = {}): JobRecord {
  call.status = 202;
  call.headers = {
    ...call.headers,
    Location: `/jobs/${job.request_id}`,
    'Retry-After': String(RETRY_SECONDS),
    ...headers,
  };
  return toJobRecord(job, call.gateway.progress.of(job.request_id));
}
