import type { RequestCompleted } from '@styling/contracts';
import { dayOf } from '../admission/admission.ts';
import { rateLimitHeaders } from '../admission/limit-exceeded.ts';
import type { Call } from '../http/define-endpoint.ts';
import type { Expectation } from './completions.ts';
import { RequestFailed } from './request-failed.ts';
import type { Submitted } from './submitted.ts';

/**
 * Waits until a submitted request has completed, as a replay has, and for the user's turn to receive a result.
 *
 * @returns the data of the terminal event, which is a success
 * @throws RequestFailed when it completed with an error
 * @throws ServiceError `deadline_exceeded` when it could not be ended at its deadline either, and keeps the slot until it is; `unavailable`
 *   when the user does not receive the results of other requests
 */
export async function completion(call: Call, submitted: Submitted): Promise<RequestCompleted['data']> {
  const completed = submitted.is === 'accepted' ? await awaitAndRelease(call, submitted.expectation) : call.replayed;
  if (!completed) throw new Error('a replay without its completed request');
  if (completed.error) throw new RequestFailed(completed.status, completed.error);
  call.held.use(await call.gateway.capacity.answers.take(call.caller.user_id, call.response));
  call.headers = { ...call.headers, ...approximationHeaders(completed) };
  return completed;
}

/** Headers of a success: what the image only approximates. */
export const approximationHeaders = ({
  approximations = [],
}: Pick<RequestCompleted['data'], 'approximations'>): Record<string, string> =>
  approximations.length > 0 ? { 'Styling-Approximations': approximations.join(',') } : {};

/** The slot is released before the response is sent: the client's next request must not be refused. */
async function awaitAndRelease(call: Call, expectation: Expectation): Promise<RequestCompleted['data']> {
  const { release, log, dayUsed, clock } = call.gateway;
  const { data } = await expectation.outcome;
  try {
    await release(data);
    if (data.error) {
      const { user_id } = call.caller;
      call.headers = rateLimitHeaders(await dayUsed({ user_id, day: dayOf(clock()) }));
    }
  } catch (error) {
    log.error({ err: error, request_id: data.request_id }, 'slot release failed; leaving it to the projection');
  }
  return data;
}
