import type { ServerResponse } from 'node:http';
import type { ServiceError } from '@styling/service';

/** The header that names a request in every response. */
export const requestIdHeader = 'X-Request-Id';

/** The id this request was given when it arrived. */
export const requestIdOf = (response: ServerResponse): string => String(response.getHeader(requestIdHeader));

/** Answers with a JSON body. */
export function sendJson(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  const bytes = Buffer.byteLength(text);
  response.setHeader('Content-Length', bytes);
  // What is ASCII alone is the same in both; as latin1 Node writes it without room for the longest that it could become.
  response.end(text, bytes === text.length ? 'latin1' : 'utf8');
}

/** Seconds after which a client may try again when we are unavailable. */
const UNAVAILABLE_RETRY_SECONDS = 5;

/** What a client is told of an error. */
export type PublicError = { readonly code: string; readonly message: string };

/** The spec's error body, with `code` and `request_id` beside `error`. */
export const errorBody = ({ code, message }: PublicError, requestId: string): object => ({
  error: message,
  code,
  request_id: requestId,
});

/** Headers that belong to an error's status: a 503 says when to try again. */
export const errorHeaders = (status: number): Record<string, string> =>
  status === 503 ? { 'Retry-After': String(UNAVAILABLE_RETRY_SECONDS) } : {};

/** Answers with an error: its status, {@link errorBody} and {@link errorHeaders}. */
export function sendError(response: ServerResponse, error: ServiceError): void {
  for (const [name, value] of Object.entries(errorHeaders(error.status))) response.setHeader(name, value);
  sendJson(response, error.status, errorBody(error, requestIdOf(response)));
}
