import type { RequestCompleted } from '@styling/contracts';
import type { HttpRequest, Share } from '@styling/http';
import { idempotencyKey, readIdempotencyKey } from '../admission/idempotency-key.ts';
import type { EndpointDependencies, RequestContext } from '../dependencies.ts';
import type { Answer } from '../http/answer.ts';
import { awaitCompletion } from './await-completion.ts';
import { replay } from './replay.ts';
import { type Submission, submitRequest } from './submit-request.ts';

/**
 * The road of every counted request: check, admit, hand over, wait, answer; or answer at once what is only repeated.
 *
 * @param prepare reads and checks the body, whose bytes it adds to `memory`. Its pictures are held by nothing here, so
 *   that they can be collected while the request waits
 * @param answer words a success
 * @throws ServiceError `unavailable` when this gateway has no room for another, `invalid_idempotency_key`
 */
export async function runRequest(
  deps: EndpointDependencies,
  context: RequestContext,
  request: HttpRequest,
  prepare: (request: HttpRequest, memory: Share) => Promise<Submission>,
  answer: (completed: RequestCompleted['data']) => Answer | Promise<Answer>,
): Promise<Answer> {
  const { waiting, bodies } = deps.capacity;
  using _ = waiting.take(1);
  const submit = async () => {
    using memory = bodies.take(0);
    const submission = await prepare(request, memory);
    const header = readIdempotencyKey(request.headers);
    const key = header === undefined ? undefined : idempotencyKey(header, submission);
    return await submitRequest(deps, context, submission, key);
  };
  const submitted = await submit();
  if ('status' in submitted) return submitted;
  if ('completed' in submitted) return await replay(deps, context, submitted, answer);
  return await awaitCompletion(deps, context, submitted, answer);
}
