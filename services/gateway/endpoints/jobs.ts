import { ask } from '@styling/bus';
import { jobStatus, listJobs, type StoredJob } from '@styling/contracts';
import type { DeclaredResponse } from '@styling/http';
import { ServiceError } from '@styling/service';
import { z } from 'zod';
import { dayOf } from '../admission/admission.ts';
import { rateLimitHeaders } from '../admission/rate-limit.ts';
import { RequestFailed } from '../http/answer.ts';
import { type Call, defineEndpoint } from '../http/define-endpoint.ts';
import { EventStream, serverSentEvent } from '../http/event-stream.ts';
import { pageParameters, waitParameter } from '../http/parameters.ts';
import { lastSeen, releaseEnded, respondWithJob, watchJob } from '../jobs/find-job.ts';
import { jobParams, jobRecord, jobRecordExample, responseExpiry, toJobRecord, versionOf } from '../jobs/job-record.ts';
import { ResultGoneError, responseTo } from '../requests/answer-request.ts';
import { cancelRequest } from '../requests/cancel-request.ts';
import { countedEndpoints } from './counted-endpoints.ts';
import { getJobTimeline } from './get-job-timeline.ts';

const DEFAULT_PAGE = 20;

export const getJob = defineEndpoint({
  id: 'getJob',
  method: 'get',
  path: '/jobs/:id',
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
  return await lastSeen(watchJob(call, request_id, watch), (_, index) => index > 0);
}

const getJobEvents = defineEndpoint({
  id: 'getJobEvents',
  method: 'get',
  path: '/jobs/:id/events',
  isPolled: true,
  summary: 'Follow a job',
  description: `Server-sent events: \`job\` with the whole job, as it is now and then whenever it or its progress has changed, until it has ended. A
client that connects again misses no state, at whatever gateway. With the \`Last-Event-ID\` of a job that has ended the response is
204, after which a browser's \`EventSource\` does not connect again.`,
  params: jobParams,
  success: {
    description: 'The events',
    mediaType: 'text/event-stream',
    schema: z.string(),
    example: serverSentEvent('job', 2, jobRecordExample),
  },
  nothing: 'The client has its last event already',
  async stream(call, { id: request_id }) {
    const { gateway, request, response } = call;
    using watch = gateway.watches.begin(call);
    using held = new DisposableStack();
    let stream: EventStream | undefined;
    let latest: StoredJob | undefined;
    const sendState = () => {
      if (!latest) return;
      stream?.send(serverSentEvent('job', versionOf(latest), toJobRecord(latest, gateway.progress.of(request_id))));
    };
    held.defer(gateway.progress.subscribe(request_id, sendState));
    for await (const job of watchJob(call, request_id, watch)) {
      const hasEnd = job.ending !== null && request.get('last-event-id') === String(versionOf(job));
      if (!stream && hasEnd) return void response.writeHead(204).end();
      stream ??= held.use(new EventStream(response));
      latest = job;
      sendState();
      if (request.method === 'HEAD') break;
    }
    response.end();
  },
});

const successes = countedEndpoints.slice(0, -1).map(({ success }) => success as DeclaredResponse);

const workErrors = [
  ...new Map(countedEndpoints.flatMap(({ errors = [] }) => errors).map((error) => [String(error[0]), error])).values(),
];

const getJobResponse = defineEndpoint({
  id: 'getJobResponse',
  method: 'get',
  path: '/jobs/:id/response',
  isPolled: true,
  hasLimitHeaders: true,
  summary: 'Get the response of a job',
  description: `Exactly the response that a synchronous client gets, with status and body, errors too; limits and request id are
those of now, as in a replay. It can be fetched for a day after the request. Only with \`Prefer: respond-async\` or an
\`Idempotency-Key\` is every response kept; of other requests those with an image record, and errors.`,
  params: jobParams,
  success: {
    description: 'The response, here of a try-on; of a job that failed it has the status and body of the failure',
    schema: z.union(successes.map(({ schema }) => schema)),
    example: successes[0]?.example,
  },
  accepted: { description: 'It has not ended', schema: jobRecord, example: jobRecordExample },
  errors: [['response_expired'], ...workErrors, ['deadline_exceeded']],
  async handle(call, { id: request_id }) {
    const { user_id } = call.caller;
    const { clock, dayUsed, findJob } = call.gateway;
    const job = await findJob({ user_id, request_id });
    const { ending } = job;
    if (!ending) return respondWithJob(call, job);
    const expiry = responseExpiry(job);
    const endpoint = countedEndpoints.find(({ path }) => path === job.endpoint);
    if (!expiry || expiry <= clock() || !endpoint?.counted) throw new ServiceError('response_expired');
    const headers = rateLimitHeaders(await dayUsed({ user_id, day: dayOf(clock()) }));
    try {
      const body = await responseTo(call, endpoint, ending);
      call.headers = { ...headers, ...call.headers };
      return body;
    } catch (error) {
      if (error instanceof RequestFailed) call.headers = headers;
      const isGone = error instanceof ServiceError && error.cause instanceof ResultGoneError;
      throw isGone ? new ServiceError('response_expired') : error;
    }
  },
});

export const jobEndpoints = [
  defineEndpoint({
    id: 'listJobs',
    method: 'get',
    path: '/jobs',
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
      const { jobs, next_cursor } = await ask(gateway.bus, listJobs, { user_id, status, limit, cursor });
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
