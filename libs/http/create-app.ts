import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { ServiceError, toServiceError } from '@styling/service';
import { count, openSpan, record } from '@styling/telemetry';
import express, { type Express, type IRoute } from 'express';
import { ClientDisconnected } from './body-chunks.ts';
import { requestIdHeader, requestIdOf, sendError } from './send.ts';

/** The parts of an app that are specific to a service. */
export type AppOptions = {
  /** A new id for each request; a client's own `X-Request-Id` is ignored. */
  newRequestId: () => string;
  /** Registers the endpoints; an error that they throw or reject with becomes the response. */
  routes: (app: Express) => void;
  /** Called for every failure of ours (5xx) with the actual error; the client only gets its public text. */
  onError: (error: unknown, request: IncomingMessage) => void;
  /** Paths that answer another method with 405 instead of 404, as the protocol that they serve wants it. */
  pathsWith405?: readonly string[];
};

/** See {@link createApp}. */
export type App = { readonly handle: RequestListener; readonly newRequestId: () => string };

/**
 * An express app that responds with JSON only: every response carries `X-Request-Id` and is neither cached nor sniffed, an
 * unknown path or method is a 404, that of a known path with `Allow`, and every error goes through {@link sendError}.
 * HEAD is GET without the body.
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
    // After a request that is late or malformed, nothing more is read from the connection.
    if (error.code === 'malformed_request') response.shouldKeepAlive = false;
    if (thrown instanceof ClientDisconnected || response.headersSent) response.destroy();
    else sendError(response, error);
    if (error.status >= 500 && !(thrown instanceof ClientDisconnected)) onError(thrown, request);
  }

  function handle(request: IncomingMessage, response: ServerResponse): void {
    response.setHeader(requestIdHeader, newRequestId());
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    // express would respond in HTML: errors and unmatched requests end here instead.
    const lastResort = (error?: unknown) => respondWithError(error ?? new ServiceError('not_found'), request, response);
    observeRequest(request, response, () => app(request as express.Request, response as express.Response, lastResort));
  }

  return { handle, newRequestId };
}

/** A layer of the router, which knows its path; missing in the types of express. */
type Layer = { readonly route?: IRoute; match(path: string): boolean };

/** The methods that a path takes, as in `Allow`; none for an unknown path. */
function allowedMethods({ router }: Express, path: string): string[] {
  const layers = router.stack as unknown as readonly Layer[];
  const routes = layers.flatMap((layer) => (layer.route && layer.match(path) ? layer.route.stack : []));
  const methods = routes.map(({ method }) => method.toUpperCase());
  return [...new Set(methods.includes('GET') ? [...methods, 'HEAD'] : methods)].sort();
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE', 'PATCH', 'QUERY']);

/**
 * Calls `respond` within the request's span, and counts and times the request until its response has ended (semantic
 * conventions of HTTP servers). Unknown methods and paths are one value each. A trace context from the client is ignored:
 * clients must not decide what is recorded.
 */
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
