import type { IncomingMessage, ServerResponse } from 'node:http';
import { count, record } from '@styling/telemetry';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE', 'PATCH', 'QUERY']);

/** The route that express matched; undefined for an unknown path. */
const routeOf = (request: IncomingMessage): string | undefined =>
  (request as { route?: { path?: string } }).route?.path;

/**
 * Counts and times a request from now to the end of its answer (semantic conventions of HTTP servers). Methods and
 * paths that a client makes up are folded into one value.
 */
export function observeRequest(request: IncomingMessage, response: ServerResponse): void {
  const start = performance.now();
  const method = request.method ?? '';
  const always = { 'http.request.method': METHODS.has(method) ? method : '_OTHER', 'url.scheme': 'http' };
  count('http.server.active_requests', 1, always);
  response.once('close', () => {
    count('http.server.active_requests', -1, always);
    const route = routeOf(request);
    const { statusCode, writableFinished } = response;
    record('http.server.request.duration', (performance.now() - start) / 1000, {
      ...always,
      ...(route === undefined ? {} : { 'http.route': route }),
      ...(writableFinished ? { 'http.response.status_code': statusCode } : { 'error.type': 'ClientDisconnected' }),
      ...(writableFinished && statusCode >= 500 ? { 'error.type': String(statusCode) } : {}),
    });
  });
}
