import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { ServiceError, toServiceError } from '@styling/service';
import { count, openSpan, record } from '@styling/telemetry';
import express, { type Express, type IRoute } from 'express';
import { ClientDisconnected } from './body-chunks.ts';
import { requestIdHeader, requestIdOf, sendError } from './send.ts';

export type AppOptions = {
  /** For each request; a client's own `X-Request-Id` is ignored. */
  newRequestId: () => string;
  /** Errors that endpoints throw or reject with become the response. */
  routes: (app: Express) => void;
  /** For every 5xx, with the actual error; the client gets only its public text. */
  onError: (error: unknown, request: IncomingMessage) => void;
  /** Paths whose protocol wants 405 instead of 404 for another method. */
  pathsWith405?: readonly string[];
};

export type App = { readonly handle: RequestListener; readonly newRequestId: () => string };

/**
 * JSON-only express app: `X-Request-Id` everywhere, no caching or sniffing, errors through {@link sendError}. Unknown
 * paths and methods are 404 (a known path with `Allow`); HEAD is GET without the body.
 */
export function createApp({ newRequestId, routes, onError, pathsWith405 = [] }: AppOptions): App {
  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.enable('case sensitive routing').enable('strict routing');
  routes(app);
  app.use((request, response) => {
    const allowed = allowedMethods(app, request.path);
    if (allowed.length > 0) response.setHeader('Allow', allowed.join(', '));
    throw new ServiceError(pathsWith405.includes(request.path) ? 'method_not_allowed' : 'not_found');
  });

  function respondWithError(thrown: unknown, request: IncomingMessage, response: ServerResponse): void {
    const isPathBroken = thrown instanceof URIError;
    const error = isPathBroken ? new ServiceError('not_found', {}, { cause: thrown }) : toServiceError(thrown);
    // After a late or malformed request nothing more is read from the connection.
    if (error.code === 'malformed_request') response.shouldKeepAlive = false;
    if (thrown instanceof ClientDisconnected || response.headersSent) response.destroy();
    else sendError(response, error);
    if (error.status >= 500 && !(thrown instanceof ClientDisconnected)) onError(thrown, request);
  }

  function handle(request: IncomingMessage, response: ServerResponse): void {
    response.setHeader(requestIdHeader, newRequestId());
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    // express would respond in HTML.
    const lastResort = (error?: unknown) => respondWithError(error ?? new ServiceError('not_found'), request, response);
    observeRequest(request, response, () => app(request as express.Request, response as express.Response, lastResort));
  }

  return { handle, newRequestId };
}

/** Missing in the types of express. */
type Layer = { readonly route?: IRoute; match(path: string): boolean };

function allowedMethods({ router }: Express, path: string): string[] {
  const layers = router.stack as unknown as readonly Layer[];
  const routes = layers.flatMap((layer) => (layer.route && layer.match(path) ? layer.route.stack : []));
  const methods = routes.map(({ method }) => method.toUpperCase());
  return [...new Set(methods.includes('GET') ? [...methods, 'HEAD'] : methods)].sort();
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE', 'PATCH', 'QUERY']);

/** OpenTelemetry HTTP conventions. Clients' trace contexts are ignored: they must not decide what is recorded. */
function observeRequest(request: IncomingMessage, response: ServerResponse, respond: () => void): void {
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
