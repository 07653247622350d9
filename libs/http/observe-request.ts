import type { IncomingMessage, ServerResponse } from 'node:http';
import { count, openSpan, record } from '@styling/telemetry';
import { requestIdOf } from './send.ts';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE', 'PATCH', 'QUERY']);

/**
 * Calls `respond` within the request's span, and counts and times the request until its response has ended (semantic
 * conventions of HTTP servers). Unknown methods and paths are one value each. A trace context from the client is ignored:
 * clients must not decide what is recorded.
 */
export function observeRequest(request: IncomingMessage, response: ServerResponse, respond: () => void): void {
  const start = performance.now();
  const method = METHODS.has(request.method ?? '') ? (request.method as string) : '_OTHER';
  const always = { 'http.request.method': method, 'url.scheme': 'http' };
  const attributes = { ...always, 'styling.request_id': requestIdOf(response) };
  const span = openSpan('http.server', { about: method, attributes });
  count('http.server.active_requests', 1, always);
  response.once('close', () => {
    // Set by express; undefined for an unknown path.
    const route = (request as { route?: { path?: string } }).route?.path;
    const outcome = { ...(route !== undefined && { 'http.route': route }), ...outcomeOf(response) };
    span.update(outcome, route === undefined ? method : `${method} ${route}`);
    span.end();
    record('http.server.request.duration', (performance.now() - start) / 1000, { ...always, ...outcome });
    count('http.server.active_requests', -1, always);
  });
  span.within(respond);
}

/** Only a 5xx is a failure of the server. */
function outcomeOf({ writableFinished, statusCode }: ServerResponse) {
  if (!writableFinished) return { 'error.type': 'ClientDisconnected' };
  const status = { 'http.response.status_code': statusCode };
  return statusCode >= 500 ? { ...status, 'error.type': String(statusCode) } : status;
}
