import type { ServerResponse } from 'node:http';
import type { Endpoint } from '@styling/contracts';
import { ClientDisconnected, type HttpRequest, requestIdOf, sendJson } from '@styling/http';
import { toServiceError } from '@styling/service';
import type { EndpointDependencies, RequestContext } from '../dependencies.ts';
import { authenticate } from '../keys/authenticate.ts';
import { type Answer, failure, publicErrorOf } from './answer.ts';
import { recordAnswer } from './record-answer.ts';

/** Answers one request of an authenticated caller; what it throws becomes the answer. */
export type Handler = (context: RequestContext, request: HttpRequest) => Promise<Answer>;

/**
 * Makes an endpoint of a handler: key, work, usage record, answer, in this order. A request of an unknown caller is
 * refused before anything else and leaves no record; so does one for which this gateway has no room.
 *
 * @throws ServiceError `unavailable` when there is no room
 */
export const endpoint =
  (deps: EndpointDependencies, template: Endpoint, handle: Handler) =>
  async (request: HttpRequest, response: ServerResponse): Promise<void> => {
    const received_at = deps.clock();
    const place = deps.capacity.requests.take(1);
    response.once('close', () => place[Symbol.dispose]());
    const request_id = requestIdOf(response);
    const caller = await authenticate(deps, keyHeader(request), received_at, (error) =>
      deps.log.warn({ err: error }, 'last use of a key not noted'),
    );
    const context: RequestContext = { request_id, received_at, caller, accepted: false, headers: {} };
    const answer = await answerOf(deps, context, () => handle(context, request));
    if (!context.accepted) await recordAnswer(deps, context, template, answer);
    const ms = deps.clock().getTime() - received_at.getTime();
    deps.log.info({ request_id, key_id: caller.key_id, endpoint: template, status: answer.status, ms }, 'answered');
    for (const [name, value] of Object.entries({ ...context.headers, ...answer.headers })) {
      response.setHeader(name, value);
    }
    sendJson(response, answer.status, answer.body);
  };

/** Node joins doubled headers with a comma, which no key contains. */
const keyHeader = (request: HttpRequest): string | undefined => {
  const value = request.headers['x-api-key'];
  return Array.isArray(value) ? value.join(', ') : value;
};

async function answerOf(
  { log }: EndpointDependencies,
  { request_id }: RequestContext,
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ClientDisconnected) throw error;
    const publicError = toServiceError(error);
    if (publicError.status >= 500) log.error({ err: error, request_id }, 'request failed');
    return failure(publicErrorOf(publicError), request_id);
  }
}
