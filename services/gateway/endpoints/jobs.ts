import { ask } from '@styling/bus';
import { jobStatus, limits, listJobs, type StoredJob } from '@styling/contracts';
import { z } from 'zod';
import { type Call, defineEndpoint } from '../http/define-endpoint.ts';
import { pageParameters, waitParameter } from '../http/parameters.ts';
import { releaseEnded, respondWithJob, watchJob } from '../jobs/find-job.ts';
import { jobParams, jobRecord, jobRecordExample, toJobRecord } from '../jobs/job-record.ts';
import { cancelRequest } from '../requests/cancel-request.ts';
import { getJobEvents } from './get-job-events.ts';
import { getJobResponse } from './get-job-response.ts';
import { getJobTimeline } from './get-job-timeline.ts';

const tag = 'Jobs';
const DEFAULT_PAGE = 20;

export const getJob = defineEndpoint({
  id: 'getJob',
  method: 'get',
  path: '/jobs/:id',
  tag,
  isPolled: true,
  summary: 'Get the state of a job',
  description: `A request to an endpoint that counts, as it is now; with \`wait\` when it changes, at once if it has ended. Jobs are
kept for 30 days.`,
  params: jobParams,
  query: z.object({
    wait: waitParameter.meta({ description: 'Waits until the job changes, or so many seconds, before it responds' }),
  }),
  success: { description: 'The job', schema: jobRecord, example: jobRecordExample },
  async handle(call, { id: request_id, wait = 0 }) {
    const { gateway, caller } = call;
    const job =
      wait === 0
        ? await gateway.findJob({ user_id: caller.user_id, request_id })
        : await changedJob(call, request_id, wait * 1000);
    return toJobRecord(job, gateway.progress.of(request_id));
  },
});

/** The job once it has changed, at once if it has ended; as it was if it does not change within `waitMs`. */
async function changedJob(call: Call, request_id: string, waitMs: number): Promise<StoredJob> {
  using watch = call.gateway.watches.begin(call, waitMs);
  let first: StoredJob | undefined;
  for await (const job of watchJob(call, request_id, watch)) {
    if (first) return job;
    first = job;
  }
  if (!first) throw new Error('a watch without a first look');
  return first;
}

export const jobEndpoints = [
  defineEndpoint({
    id: 'listJobs',
    method: 'get',
    path: '/jobs',
    tag,
    isPolled: true,
    summary: 'List your jobs',
    description: `The requests of the last 30 days to endpoints that count, with any of your keys, newest first; synchronous ones
too, but none that was refused. \`limit\` is ${DEFAULT_PAGE} by default; \`next_cursor\` is present if there are more: pass it as
\`cursor\` to get the next page.`,
    query: z.object({
      status: jobStatus.optional().meta({ description: 'Only jobs in this state' }),
      ...pageParameters,
    }),
    success: {
      description: 'The jobs',
      schema: z.object({ jobs: z.array(jobRecord), next_cursor: z.string().optional() }).meta({ id: 'Jobs' }),
      example: { jobs: [jobRecordExample] },
    },
    async handle({ gateway, caller: { user_id } }, { status = null, limit = DEFAULT_PAGE, cursor = null }) {
      const asked = { user_id, status, limit: Math.min(limit, limits.pageSize), cursor };
      const { jobs, next_cursor } = await ask(gateway.bus, listJobs, asked);
      await releaseEnded(gateway, jobs);
      return {
        jobs: jobs.map((job) => toJobRecord(job, gateway.progress.of(job.request_id))),
        ...(next_cursor !== null && { next_cursor }),
      };
    },
  }),
  getJob,
  getJobResponse,
  getJobEvents,
  getJobTimeline,
  defineEndpoint({
    id: 'cancelJob',
    method: 'post',
    path: '/jobs/:id/cancel',
    tag,
    summary: 'Cancel a job',
    description: `Asks for the end of a request to an endpoint that counts, a synchronous one too. Nothing is made for it any more, what
was made is deleted, and it does not count; a client that waits for its response gets a 409. Work that is about to finish may still
succeed, if it does so first. Can be repeated; a job that has ended stays as it is.`,
    params: jobParams,
    success: {
      description: 'It had ended before',
      schema: jobRecord,
      example: { ...jobRecordExample, status: 'succeeded', completed_at: '2026-01-02T03:04:16.789Z' },
    },
    accepted: {
      description: 'It ends soon, or has ended by now',
      schema: jobRecord,
      example: { ...jobRecordExample, cancel_requested_at: '2026-01-02T03:04:09.012Z' },
    },
    async handle(call, { id: request_id }) {
      const { gateway, caller } = call;
      const asked = { user_id: caller.user_id, request_id };
      const job = await gateway.findJob(asked);
      if (job.ending) return toJobRecord(job);
      await cancelRequest(gateway, job);
      return respondWithJob(call, await gateway.findJob(asked));
    },
  }),
];
