import { ServiceError } from '@styling/service';
import { z } from 'zod';
import { usedToday } from '../admission/admission.ts';
import { rateLimitHeaders } from '../admission/limit-exceeded.ts';
import { type Call, defineEndpoint } from '../http/define-endpoint.ts';
import { jobIdOf } from '../jobs/find-job.ts';
import { jobParams } from '../jobs/job-params.ts';
import { jobRecord, jobRecordExample, responseExpiry } from '../jobs/job-record.ts';
import { tellJob } from '../jobs/tell-job.ts';
import { RequestFailed } from '../requests/request-failed.ts';
import { ResultGoneError } from '../requests/take-result.ts';
import { countedEndpoints } from './counted-endpoints.ts';

const successes = z.union(countedEndpoints.slice(0, -1).map(({ responses }) => responses[200].schema));

export const getJobResponse = defineEndpoint({
  id: 'getJobResponse',
  method: 'get',
  path: '/jobs/:id/response',
  tag: 'Jobs',
  counted: false,
  isPolled: true,
  summary: 'Get the response of a job',
  description: `Exactly the response that a synchronous client gets: its status, its body, errors too, and its \`X-Request-Id\`; the
limits in its headers are those of now. It can be fetched for a day after the request. Only with \`Prefer: respond-async\` or an
\`Idempotency-Key\` is every response kept; of other requests those with an image record, and errors.`,
  params: jobParams,
  responses: {
    200: {
      description: 'The response, here of a try-on; of a job that failed it has the status and body of the failure',
      schema: successes,
      example: countedEndpoints[0].responses[200].example,
    },
    202: { description: 'It has not ended', schema: jobRecord, example: jobRecordExample },
  },
  errors: [['job_not_found'], ['response_expired']],
  async handle(call) {
    const { gateway, caller, request, response } = call;
    const { user_id } = caller;
    const job = await gateway.findJob({ user_id, request_id: jobIdOf(request.params) });
    const { ending, request_id } = job;
    if (!ending) return tellJob(call, job);
    const expiry = responseExpiry(job);
    const endpoint = countedEndpoints.find(({ path }) => path === job.endpoint);
    if (!expiry || expiry <= gateway.clock() || !endpoint?.counted) throw new ServiceError('response_expired');
    const asItWas = { ...(await limitHeaders(call)), 'X-Request-Id': request_id };
    if (ending.error) {
      call.headers = asItWas;
      throw new RequestFailed(ending.status, ending.error, request_id);
    }
    call.held.use(await gateway.capacity.answers.take(user_id, response));
    const body = await endpoint.answer(gateway, ending).catch((error: unknown) => {
      throw isGone(error) ? new ServiceError('response_expired') : error;
    });
    call.headers = asItWas;
    return body as z.output<typeof successes>;
  },
});

const limitHeaders = async ({ gateway: { db, clock, dailyLimit }, caller: { user_id } }: Call) =>
  rateLimitHeaders(dailyLimit, await usedToday(db, user_id, clock()));

const isGone = (error: unknown): boolean => error instanceof ServiceError && error.cause instanceof ResultGoneError;
