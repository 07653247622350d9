import type { ServerResponse } from 'node:http';
import type { ErrorParameters, PublicError } from '@styling/contracts';
import type { ServiceError } from '@styling/service';

export const requestIdHeader = 'X-Request-Id';

/** Id of the request of `response`. */
export const requestIdOf = (response: ServerResponse): string => String(response.getHeader(requestIdHeader));

export const SEND_TIMEOUT_MS = 60_000;

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Sends a JSON response. */
export const sendJson = (response: ServerResponse, status: number, body: object): void =>
  sendJsonText(response, status, JSON.stringify(body));

/** Sends serialised JSON; nothing for a 204. */
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

const UNAVAILABLE_RETRY_SECONDS = 5;

/** The spec's error body: `error`, `code`, `request_id`, possibly `details`. */
export const errorBody = ({ code, message, details }: PublicError, requestId: string): object => ({
  error: message,
  code,
  request_id: requestId,
  ...(details !== undefined && { details }),
});

/** `Retry-After` (s, parameter `retry_after`) of 429 and 503; `WWW-Authenticate` of a 401 with `challenge`. */
export const errorHeaders = (
  status: number,
  { retry_after = UNAVAILABLE_RETRY_SECONDS, challenge }: ErrorParameters = {},
): Record<string, string> => ({
  ...((status === 503 || status === 429) && { 'Retry-After': String(retry_after) }),
  ...(status === 401 && challenge !== undefined && { 'WWW-Authenticate': String(challenge) }),
});

/** Sends status, {@link errorBody} and {@link errorHeaders}. */
export function sendError(response: ServerResponse, error: ServiceError): void {
  for (const [name, value] of Object.entries(errorHeaders(error.status, error.parameters)))
    response.setHeader(name, value);
  sendJson(response, error.status, errorBody(error, requestIdOf(response)));
}

/** Waits until written data is received or the client has disconnected; disconnects it after `withinMs`. */
export async function drained(response: ServerResponse, withinMs = SEND_TIMEOUT_MS): Promise<void> {
  if (!response.writableNeedDrain) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(() => response.destroy(), withinMs);
  response.once('drain', resolve).once('close', resolve);
  await promise;
  clearTimeout(timer);
  response.off('drain', resolve).off('close', resolve);
}
