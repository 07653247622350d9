import type { DeclaredResponse } from '@styling/http';
import { ServiceError } from '@styling/service';
import { z } from 'zod';
import { dayOf } from '../admission/admission.ts';
import { rateLimitHeaders } from '../admission/rate-limit.ts';
import { RequestFailed } from '../http/answer.ts';
import { defineEndpoint } from '../http/define-endpoint.ts';
import { respondWithJob } from '../jobs/find-job.ts';
import { jobParams, jobRecord, jobRecordExample, responseExpiry } from '../jobs/job-record.ts';
import { ResultGoneError, responseTo } from '../requests/answer-request.ts';
import { countedEndpoints } from './counted-endpoints.ts';

const successes = countedEndpoints.slice(0, -1).map(({ success }) => success as DeclaredResponse);

const workErrors = [
  ...new Map(countedEndpoints.flatMap(({ errors = [] }) => errors).map((error) => [String(error[0]), error])).values(),
];

export const getJobResponse = defineEndpoint({
  id: 'getJobResponse',
  method: 'get',
  path: '/jobs/:id/response',
  tag: 'Jobs',
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
      throw isGone(error) ? new ServiceError('response_expired') : error;
    }
  },
});

const isGone = (error: unknown): boolean => error instanceof ServiceError && error.cause instanceof ResultGoneError;
