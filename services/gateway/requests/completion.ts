import type { RequestCompleted } from '@styling/contracts';
import { dayUsed } from '../admission/day-used.ts';
import { rateLimitHeaders } from '../admission/limit-exceeded.ts';
import { release } from '../admission/release.ts';
import type { Call } from '../http/define-endpoint.ts';
import type { Expectation } from './completions.ts';
import { RequestFailed } from './request-failed.ts';
import type { Submitted } from './submit-request.ts';

/**
 * Waits until a submitted request has completed, as a replay has, and for the user's turn to receive a result.
 *
 * @returns the data of the terminal event, which is a success
 * @throws RequestFailed when it completed with an error
 * @throws ServiceError `deadline_exceeded`; the work continues and keeps the slot until it ends. `unavailable` when the user
 *   does not receive the results of other requests
 */
export async function completion(call: Call, submitted: Submitted): Promise<RequestCompleted['data']> {
  const completed = submitted === 'replay' ? call.replayed : await awaitAndRelease(call, submitted);
  if (!completed) throw new Error('a replay without its completed request');
  if (completed.error) throw new RequestFailed(completed.status, completed.error);
  call.held.use(await call.gateway.capacity.answers.take(call.caller.user_id, call.response));
  tellApproximations(call, completed);
  return completed;
}

/** A client that shows the image can tell what it is not. */
function tellApproximations(call: Call, { approximations = [] }: RequestCompleted['data']): void {
  if (approximations.length === 0) return;
  call.headers = { ...call.headers, 'Styling-Approximations': approximations.join(',') };
}

/** The slot is released before the response is sent: the client's next request must not be refused. */
async function awaitAndRelease(call: Call, expectation: Expectation): Promise<RequestCompleted['data']> {
  const { db, log, dailyLimit, clock } = call.gateway;
  const { data } = await expectation.outcome;
  try {
    await release(db, data);
    if (data.error) call.headers = rateLimitHeaders(await dayUsed(db, call.caller.user_id, clock(), dailyLimit));
  } catch (error) {
    log.error({ err: error, request_id: data.request_id }, 'slot release failed; leaving it to the projection');
  }
  return data;
}
