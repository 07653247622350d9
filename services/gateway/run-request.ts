import type { RequestCompleted } from '@styling/contracts';
import type { Share } from '@styling/http';
import type { Answer } from './answer.ts';
import { awaitCompletion } from './await-completion.ts';
import type { EndpointDependencies, RequestContext } from './dependencies.ts';
import { type Submission, submitRequest } from './submit-request.ts';

/**
 * The road of every counted request: check, admit, hand over, wait, answer.
 *
 * @param prepare reads and checks the body, whose bytes it adds to `memory`. Its pictures are held by nothing here, so
 *   that they can be collected while the request waits
 * @param answer words a success
 * @throws ServiceError `unavailable` when this gateway has no room for another
 */
export async function runRequest(
  deps: EndpointDependencies,
  context: RequestContext,
  prepare: (memory: Share) => Promise<Submission>,
  answer: (completed: RequestCompleted['data']) => Answer | Promise<Answer>,
): Promise<Answer> {
  const { waiting, bodies } = deps.capacity;
  using _ = waiting.take(1);
  const submit = async () => {
    using memory = bodies.take(0);
    return await submitRequest(deps, context, await prepare(memory));
  };
  const submitted = await submit();
  return 'status' in submitted ? submitted : await awaitCompletion(deps, context, submitted, answer);
}
