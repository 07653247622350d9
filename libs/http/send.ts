import type { ServerResponse } from 'node:http';
import type { ErrorParameters, PublicError } from '@styling/contracts';
import type { ServiceError } from '@styling/service';

/** The response header with the request id. */
export const requestIdHeader = 'X-Request-Id';

/** The id of the request of `response`. */
export const requestIdOf = (response: ServerResponse): string => String(response.getHeader(requestIdHeader));

/** Time-out for a client to receive a response, or one part of it, in ms. */
export const SEND_TIMEOUT_MS = 60_000;

/** `Content-Type` of JSON. */
export const JSON_TYPE = 'application/json; charset=utf-8';

/** Sends a JSON response. */
export const sendJson = (response: ServerResponse, status: number, body: object): void =>
  sendJsonText(response, status, JSON.stringify(body));

/** Sends a JSON response that is serialised already; a 204 has none. */
export function sendJsonText(response: ServerResponse, status: number, text: string): void {
  response.statusCode = status;
  if (status === 204) {
    response.end();
    return;
  }
  const bytes = Buffer.byteLength(text);
  response.setHeader('Content-Type', JSON_TYPE).setHeader('Content-Length', bytes);
  // ASCII is the same in both encodings; for latin1 Node allocates the exact size.
  response.end(text, bytes === text.length ? 'latin1' : 'utf8');
}

/** `Retry-After` of a 503, seconds. */
const UNAVAILABLE_RETRY_SECONDS = 5;

/** The spec's error body, with `code`, `request_id` and possibly `details` beside `error`. */
export const errorBody = ({ code, message, details }: PublicError, requestId: string): object => ({
  error: message,
  code,
  request_id: requestId,
  ...(details !== undefined && { details }),
});

/**
 * Headers of an error response: `Retry-After` for a 429 and a 503, in whole seconds, from the error's parameter `retry_after`
 * if it has one; `WWW-Authenticate` for a 401 with the parameter `challenge`.
 */
export const errorHeaders = (
  status: number,
  { retry_after = UNAVAILABLE_RETRY_SECONDS, challenge }: ErrorParameters = {},
): Record<string, string> => ({
  ...((status === 503 || status === 429) && { 'Retry-After': String(retry_after) }),
  ...(status === 401 && challenge !== undefined && { 'WWW-Authenticate': String(challenge) }),
});

/** Sends an error response: its status, {@link errorBody} and {@link errorHeaders}. */
export function sendError(response: ServerResponse, error: ServiceError): void {
  for (const [name, value] of Object.entries(errorHeaders(error.status, error.parameters)))
    response.setHeader(name, value);
  sendJson(response, error.status, errorBody(error, requestIdOf(response)));
}

/**
 * Waits until the client has received what was written to `response`, or has disconnected. A client that takes too long is
 * disconnected.
 *
 * @param withinMs how long it may take, in ms
 */
export async function drained(response: ServerResponse, withinMs = SEND_TIMEOUT_MS): Promise<void> {
  if (!response.writableNeedDrain) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(() => response.destroy(), withinMs);
  response.once('drain', resolve).once('close', resolve);
  await promise;
  clearTimeout(timer);
  response.off('drain', resolve).off('close', resolve);
}
