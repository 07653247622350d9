import type { ServerResponse } from 'node:http';
import { MEGABYTE } from '@styling/contracts';
import {
  announcedLength,
  ClientDisconnected,
  drained,
  type HttpRequest,
  JSON_TYPE,
  maxFieldBytes,
  parseFields,
  readBody,
  requestIdOf,
  sendJson,
  sendJsonText,
} from '@styling/http';
import { ServiceError } from '@styling/service';
import type { Gateway } from '../gateway.ts';
import { authenticate } from '../keys/authenticate.ts';
import { answerCounted } from '../requests/answer-request.ts';
import { type Answer, errorAnswer, RequestFailed, recordAnswer } from './answer.ts';
import { type Call, type Endpoint, PagedList } from './define-endpoint.ts';

/** Bytes of a body that cost as much as an upload: what is received of a user in a second is bounded by it. */
const BODY_TURN_BYTES = MEGABYTE;

/** Bytes of a response to a read that cost as much as a read. */
const TURN_BYTES = 8_000;

type Authenticated = Extract<Endpoint, { isPublic?: false }>;

/**
 * Serves a request: capacity, API key or session, the user's turn, handler, usage record, response, in this order. Not
 * recorded: requests without capacity or a valid key, and page views of the portal.
 * @throws ServiceError `unavailable` without capacity or while the log cannot be relied on, or of a refused key
 */
export const serveEndpoint =
  (gateway: Gateway, endpoint: Endpoint) => async (request: HttpRequest, response: ServerResponse) => {
    if (endpoint.isPublic) return sendJson(response, 200, (await endpoint.handle(gateway)) as object);
    requireReady(gateway);
    const received_at = gateway.clock();
    const place = gateway.capacity.requests.take(1);
    response.once('close', () => place[Symbol.dispose]());
    const { acceptsBearer } = endpoint;
    const { may_manage, is_session, ...caller } = await authenticate(gateway, request, received_at, acceptsBearer);
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
      place,
      held,
      memory,
      maxFieldBytes: maxFieldBytes(endpoint.counted),
      isPageView: is_session && endpoint.method === 'get',
      admitted: false,
      status: endpoint.success.status ?? 200,
      headers: {},
    };
    try {
      await respond(call, endpoint, may_manage);
    } finally {
      if (response.closed) held.dispose();
      else response.once('close', () => held.dispose());
    }
  };

async function respond(call: Call, endpoint: Authenticated, mayManage: boolean): Promise<void> {
  const { gateway, response, request_id, received_at, caller } = call;
  const answer = await answerOf(call, endpoint, mayManage);
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

async function answerOf(call: Call, endpoint: Authenticated, mayManage: boolean): Promise<Answer> {
  using _memory = call.memory;
  const { capacity } = call.gateway;
  try {
    const turns = sendsMuch(endpoint, call.request) ? capacity.uploads : capacity.reads;
    call.turn = call.held.use(await turns.take(call.caller.user_id, call.response));
    if (endpoint.managesKeys && !mayManage) throw new ServiceError('key_cannot_manage');
    using _waiting = endpoint.counted ? capacity.waiting.take(1) : undefined;
    if (sendsItself(endpoint, call.request)) {
      await endpoint.stream(call, givenOutside(call, endpoint));
      return { status: call.response.statusCode };
    }
    const body = await bodyOf(call, endpoint);
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

const sendsMuch = ({ counted, isUpload }: Authenticated, request: HttpRequest): boolean =>
  counted || isUpload === true || announcedLength(request) > maxFieldBytes(false);

type Streaming = Required<Pick<Exclude<Authenticated, { counted: true }>, 'stream'>>;

const sendsItself = (endpoint: Authenticated, request: HttpRequest): endpoint is Authenticated & Streaming =>
  'stream' in endpoint &&
  (!endpoint.handle || request.accepts(['application/json', 'text/event-stream']) === 'text/event-stream');

async function bodyOf(call: Call, endpoint: Authenticated): Promise<unknown> {
  if (endpoint.counted) return answerCounted(call, endpoint);
  const body = endpoint.body && (await readBody(call, endpoint.body));
  return endpoint.handle?.(call, { ...body, ...givenOutside(call, endpoint) });
}

const givenOutside = ({ request }: Call, { params, query }: Pick<Endpoint, 'params' | 'query'>) => ({
  ...(query && parseFields(query, request.query)),
  ...(params && parseFields(params, request.params)),
});

/** @throws ServiceError `unavailable`, with the reason as its cause, while the gateway is not ready */
export function requireReady({ notReady }: Pick<Gateway, 'notReady'>): void {
  const reason = notReady();
  if (reason !== undefined) throw new ServiceError('unavailable', {}, { cause: new Error(reason) });
}

/** Sends each part once the client has received the one before. When it throws, the response may have begun. */
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
