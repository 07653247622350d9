import type { RequestCompleted } from '@styling/contracts';
import { toServiceError } from '@styling/service';
import type { Kysely } from 'kysely';
import type { Answered } from '../admission/admit-once.ts';
import { rateLimitHeaders } from '../admission/rate-limit.ts';
import type { EndpointDependencies, RequestContext } from '../dependencies.ts';
import { type Answer, toAnswer } from '../http/answer.ts';
import type { GatewayTables } from '../tables.ts';

/**
 * Answers a repeated request as the first one was, worded from the same terminal event by the same function. It is a
 * request of its own for all else: it has its own id, and takes neither slot nor count.
 *
 * @param answer words a success
 * @throws ServiceError `unavailable` while the result cannot be fetched; or whatever keeps the answer from being told
 *   again, e.g. that its result is gone: then its key is free, and the next try is a new request
 */
export async function replay(
  { db, log, dailyLimit }: EndpointDependencies,
  context: RequestContext,
  { completed, used }: Answered,
  answer: (completed: RequestCompleted['data']) => Answer | Promise<Answer>,
): Promise<Answer> {
  context.headers = rateLimitHeaders(dailyLimit, used);
  try {
    const told = await toAnswer(completed, context.request_id, answer);
    log.info({ request_id: context.request_id, first_request_id: completed.request_id }, 'answer told again');
    return { ...told, headers: { ...told.headers, 'Idempotent-Replayed': 'true' } };
  } catch (error) {
    if (toServiceError(error).code !== 'unavailable') await forgetKey(db, completed);
    throw error;
  }
}

async function forgetKey(
  db: Kysely<GatewayTables>,
  { user_id, request_id }: Pick<RequestCompleted['data'], 'user_id' | 'request_id'>,
): Promise<void> {
  await db.deleteFrom('idempotency_key').where('user_id', '=', user_id).where('request_id', '=', request_id).execute();
}
