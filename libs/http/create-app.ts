import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { ServiceError, toServiceError } from '@styling/service';
import express, { type Express } from 'express';
import { ClientDisconnected } from './client-disconnected.ts';
import { observeRequest } from './observe-request.ts';
import { requestIdHeader, sendError } from './send.ts';

/** What makes an app this service's own. */
export type AppOptions = {
  /** A new id for each request; a client's own `X-Request-Id` is never taken for ours. */
  newRequestId: () => string;
  /** Registers the endpoints; what they throw or reject with becomes the answer. */
  routes: (app: Express) => void;
  /** Told of every failure of ours (5xx), with what really happened; the client only sees its public text. */
  onError: (error: unknown, request: IncomingMessage) => void;
};

/** Answers requests; see {@link createApp}. */
export type App = { readonly handle: RequestListener; readonly newRequestId: () => string };

/**
 * An express app that only speaks JSON: every response carries `X-Request-Id` and is neither cached nor sniffed, an
 * unknown path or method is `{"error":"Not found"}`, and every error ends in {@link sendError}. A HEAD request is
 * answered like the GET it stands for, without the body.
 */
export function createApp({ newRequestId, routes, onError }: AppOptions): App {
  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.enable('case sensitive routing').enable('strict routing');
  routes(app);
  app.use(() => {
    throw new ServiceError('not_found');
  });

  function answerError(thrown: unknown, request: IncomingMessage, response: ServerResponse): void {
    const isPathBroken = thrown instanceof URIError;
    const error = isPathBroken ? new ServiceError('not_found', {}, { cause: thrown }) : toServiceError(thrown);
    // Of what did not come in time or in form nothing more is awaited.
    if (error.code === 'malformed_request') response.shouldKeepAlive = false;
    if (thrown instanceof ClientDisconnected || response.headersSent) response.destroy();
    else sendError(response, error);
    if (error.status >= 500 && !(thrown instanceof ClientDisconnected)) onError(thrown, request);
  }

  function handle(request: IncomingMessage, response: ServerResponse): void {
    response.setHeader(requestIdHeader, newRequestId());
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    // express answers what reaches its own end in HTML, so nothing may: errors and dead ends come here.
    const lastResort = (error?: unknown) => answerError(error ?? new ServiceError('not_found'), request, response);
    observeRequest(request, response, () => app(request as express.Request, response as express.Response, lastResort));
  }

  return { handle, newRequestId };
}
