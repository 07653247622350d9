import type { RequestCompleted } from '@styling/contracts';
import { usedToday } from '../admission/admission.ts';
import { rateLimitHeaders } from '../admission/rate-limit.ts';
import { release } from '../admission/release.ts';
import type { EndpointDependencies, RequestContext } from '../dependencies.ts';
import { type Answer, toAnswer } from '../http/answer.ts';
import type { Expectation } from './completions.ts';

/**
 * Waits for the terminal event of a submitted request, frees the slot, and words the answer: when the client has it, its
 * next request is not refused.
 *
 * @param answer words a success
 * @throws ServiceError `deadline_exceeded`; the job goes on by itself and keeps the slot until it ends
 */
export async function awaitCompletion(
  { db, log, dailyLimit, clock }: EndpointDependencies,
  context: RequestContext,
  expectation: Expectation,
  answer: (completed: RequestCompleted['data']) => Answer | Promise<Answer>,
): Promise<Answer> {
  const { data } = await expectation.outcome;
  try {
    await release(db, data);
    if (data.error)
      context.headers = rateLimitHeaders(dailyLimit, await usedToday(db, context.caller.user_id, clock()));
  } catch (error) {
    log.error({ err: error, request_id: data.request_id }, 'slot not released here; the release consumer does it');
  }
  return toAnswer(data, data.request_id, answer);
}
