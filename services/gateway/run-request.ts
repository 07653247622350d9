import type { RequestCompleted } from '@styling/contracts';
import type { Answer } from './answer.ts';
import { awaitCompletion } from './await-completion.ts';
import type { EndpointDependencies, RequestContext } from './dependencies.ts';
import { type Submission, submitRequest } from './submit-request.ts';

/**
 * The road of every counted request: check, admit, hand over, wait, answer.
 *
 * @param prepare reads and checks the body. Its pictures are held by nothing here, so that they can be collected while
 *   the request waits
 * @param answer words a success
 */
export async function runRequest(
  deps: EndpointDependencies,
  context: RequestContext,
  prepare: () => Promise<Submission>,
  answer: (completed: RequestCompleted['data']) => Answer | Promise<Answer>,
): Promise<Answer> {
  const submit = async () => submitRequest(deps, context, await prepare());
  const submitted = await submit();
  return 'status' in submitted ? submitted : awaitCompletion(deps, context, submitted, answer);
}
