import type { ServerResponse } from 'node:http';
import { ClientDisconnected, type HttpRequest, requestIdOf, sendJson } from '@styling/http';
import type { Gateway } from '../gateway.ts';
import { authenticate } from '../keys/authenticate.ts';
import { markReplayed, replayError } from '../requests/replay.ts';
import { RequestFailed } from '../requests/request-failed.ts';
import { type Answer, errorAnswer } from './answer.ts';
import type { Call, Endpoint } from './define-endpoint.ts';
import { recordAnswer } from './record-answer.ts';

/** An endpoint that needs an API key. */
type KeyedEndpoint = Extract<Endpoint, { isPublic?: false }>;

/**
 * Serves one request: capacity, API key, the endpoint's handler, usage record, response, in this order. A request without
 * a valid key is refused before anything else and not recorded; neither is one for which this gateway has no capacity.
 *
 * @throws ServiceError `unavailable` when there is no capacity, or of a refused key
 */
export async function serveEndpoint(
  gateway: Gateway,
  endpoint: Endpoint,
  request: HttpRequest,
  response: ServerResponse,
): Promise<void> {
  if (endpoint.isPublic) return sendJson(response, 200, (await endpoint.handle(gateway)) as object);
  const received_at = gateway.clock();
  const place = gateway.capacity.requests.take(1);
  response.once('close', () => place[Symbol.dispose]());
  const caller = await authenticate(gateway, keyHeader(request), received_at);
  const request_id = requestIdOf(response);
  const memory = gateway.capacity.bodies.take(0);
  const known = { gateway, endpoint, request, request_id, received_at, caller, memory };
  const call: Call = { ...known, admitted: false, headers: {} };
  const answer = await answerOf(call, endpoint);
  if (!call.admitted) await recordAnswer(call, answer);
  const { status, body } = answer;
  const ms = gateway.clock().getTime() - received_at.getTime();
  gateway.log.info({ request_id, key_id: caller.key_id, endpoint: endpoint.path, status, ms }, 'response sent');
  for (const [name, value] of Object.entries({ ...call.headers, ...answer.headers })) response.setHeader(name, value);
  sendJson(response, status, body);
}

/** Node joins doubled headers with a comma, which no key contains. */
const keyHeader = (request: HttpRequest): string | undefined => {
  const value = request.headers['x-api-key'];
  return Array.isArray(value) ? value.join(', ') : value;
};

/** The endpoint's response; an error that its handler throws becomes one, too. */
async function answerOf(call: Call, endpoint: KeyedEndpoint): Promise<Answer> {
  using _memory = call.memory;
  try {
    using _waiting = endpoint.counted ? call.gateway.capacity.waiting.take(1) : undefined;
    const body = (await endpoint.handle(call)) as object;
    markReplayed(call);
    return { status: 200, body };
  } catch (thrown) {
    if (thrown instanceof ClientDisconnected) throw thrown;
    const error = await replayError(call, thrown);
    const answer = errorAnswer(error, call.request_id);
    if (answer.status >= 500 && !(error instanceof RequestFailed)) {
      call.gateway.log.error({ err: error, request_id: call.request_id }, 'request failed');
    }
    return answer;
  }
}
