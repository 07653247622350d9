import type { ServerResponse } from 'node:http';
import { MEGABYTE } from '@styling/contracts';
import {
  announcedLength,
  ClientDisconnected,
  drained,
  type HttpRequest,
  JSON_TYPE,
  maxFieldBytes,
  requestIdOf,
  sendJson,
  sendJsonText,
  successOf,
} from '@styling/http';
import { ServiceError } from '@styling/service';
import type { Gateway } from '../gateway.ts';
import { authenticate } from '../keys/authenticate.ts';
import { answerCounted } from '../requests/answer-request.ts';
import { type Answer, errorAnswer, RequestFailed, recordAnswer } from './answer.ts';
import type { Call, Endpoint } from './define-endpoint.ts';
import { PagedList } from './paged-list.ts';

/** Bytes of a body that cost as much as an upload: what is received of a user in a second is bounded by it. */
const BODY_TURN_BYTES = MEGABYTE;

/** Bytes of a response to a read that cost as much as a read. */
const TURN_BYTES = 8_000;

type Authenticated = Extract<Endpoint, { isPublic?: false }>;

/**
 * Serves one request: capacity, API key or session, the user's turn, the endpoint's handler, usage record, response, in this
 * order. A request without capacity or a valid key is not recorded, nor is a page view of the portal.
 *
 * @throws ServiceError `unavailable` when there is no capacity or the log cannot be relied on, or of a refused key
 */
export async function serveEndpoint(
  gateway: Gateway,
  endpoint: Endpoint,
  request: HttpRequest,
  response: ServerResponse,
): Promise<void> {
  if (endpoint.isPublic) return sendJson(response, 200, (await endpoint.handle(gateway)) as object);
  requireReady(gateway);
  const received_at = gateway.clock();
  const place = gateway.capacity.requests.take(1);
  response.once('close', () => place[Symbol.dispose]());
  const { may_manage, is_session, ...caller } = await authenticate(
    gateway,
    request,
    received_at,
    endpoint.acceptsBearer,
  );
  const request_id = requestIdOf(response);
  const share = gateway.capacity.bodies.take(0);
  const charge = (bytes: number) => call.turn?.charge(bytes / BODY_TURN_BYTES);
  const memory = {
    grow(bytes: number) {
      share.grow(bytes);
      charge(bytes);
    },
    discarded: charge,
    [Symbol.dispose]: share[Symbol.dispose],
  };
  const held = new DisposableStack();
  const call: Call = {
    gateway,
    endpoint,
    request,
    response,
    request_id,
    received_at,
    caller,
    may_manage,
    place,
    held,
    memory,
    maxFieldBytes: maxFieldBytes(endpoint.counted),
    isPageView: is_session && endpoint.method === 'get',
    admitted: false,
    status: successOf(endpoint).status,
    headers: {},
  };
  try {
    await respond(call, endpoint);
  } finally {
    if (response.closed) held.dispose();
    else response.once('close', () => held.dispose());
  }
}

async function respond(call: Call, endpoint: Authenticated): Promise<void> {
  const { gateway, response, request_id, received_at, caller } = call;
  const answer = await answerOf(call, endpoint);
  if (!call.admitted && !call.isPageView) await recordAnswer(call, answer);
  const { status, text } = answer;
  const ms = gateway.clock().getTime() - received_at.getTime();
  gateway.log.info({ request_id, key_id: caller.key_id, endpoint: endpoint.path, status, ms }, 'response sent');
  if (text === undefined) return;
  // The client must not take what it has for the whole.
  if (response.headersSent && answer.error) return void response.destroy();
  if (response.headersSent) return void response.end(text);
  for (const [name, value] of Object.entries({ ...call.headers, ...answer.headers })) response.setHeader(name, value);
  sendJsonText(response, status, text);
}

/** The endpoint's response; an error that its handler throws becomes one, too. */
async function answerOf(call: Call, endpoint: Authenticated): Promise<Answer> {
  using _memory = call.memory;
  const { capacity } = call.gateway;
  try {
    const turns = sendsMuch(endpoint, call.request) ? capacity.uploads : capacity.reads;
    call.turn = call.held.use(await turns.take(call.caller.user_id, call.response));
    using _waiting = endpoint.counted ? capacity.waiting.take(1) : undefined;
    const stream = streamOf(endpoint, call.request);
    if (stream) {
      await stream(call);
      return { status: call.response.statusCode };
    }
    let body: unknown;
    if (endpoint.counted) body = await answerCounted(call, endpoint);
    else if ('handle' in endpoint) body = await endpoint.handle(call);
    if (body instanceof PagedList) {
      await sendParts(call, body);
      return { status: call.status, text: body.end };
    }
    // Nothing for a 204.
    const text = JSON.stringify(body) ?? '';
    call.held.use(capacity.bodies.take(text.length));
    if (turns === capacity.reads) call.turn.charge(text.length / TURN_BYTES);
    return { status: call.status, text };
  } catch (thrown) {
    if (thrown instanceof ClientDisconnected) throw thrown;
    const answer = errorAnswer(thrown, call.request_id);
    if (answer.status >= 500 && !(thrown instanceof RequestFailed)) {
      call.gateway.log.error({ err: thrown, request_id: call.request_id }, 'request failed');
    }
    return answer;
  }
}

/** Whether a request costs as much as an upload, by what it is or by what it announces. */
const sendsMuch = ({ counted, isUpload }: Authenticated, request: HttpRequest): boolean =>
  counted || isUpload === true || announcedLength(request) > maxFieldBytes(false);

/** The endpoint's own sender of the response, if it has one that this client accepts. */
const streamOf = (endpoint: Authenticated, request: HttpRequest) =>
  'stream' in endpoint && (!('handle' in endpoint) || acceptsEvents(request)) ? endpoint.stream : undefined;

const acceptsEvents = (request: HttpRequest): boolean =>
  request.accepts(['application/json', 'text/event-stream']) === 'text/event-stream';

/** @throws ServiceError `unavailable`, with the reason as its cause, while the gateway is not ready */
export function requireReady({ notReady }: Pick<Gateway, 'notReady'>): void {
  const reason = notReady();
  if (reason !== undefined) throw new ServiceError('unavailable', {}, { cause: new Error(reason) });
}

/**
 * Sends the parts of a list, each once the client has received the one before, until it has all or has disconnected. The memory
 * of a part is held until the response is closed; every part counts toward the user's turns.
 *
 * @throws ServiceError `unavailable` when there is too little memory; errors of the pages. The response may have begun.
 */
async function sendParts({ response, request, gateway, held, turn, status, headers }: Call, list: PagedList) {
  const memory = held.use(gateway.capacity.bodies.take(0));
  let largest = 0;
  for await (const part of list.parts()) {
    if (part.length > largest) memory.grow(part.length - largest);
    largest = Math.max(part.length, largest);
    if (!response.headersSent) response.writeHead(status, { ...headers, 'Content-Type': JSON_TYPE });
    if (request.method === 'HEAD') return;
    turn?.charge(part.length / TURN_BYTES);
    response.write(part);
    await drained(response);
    if (response.destroyed) return;
  }
}
