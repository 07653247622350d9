import type { ServerResponse } from 'node:http';
import { idFrom } from '@styling/contracts';
import { type App, createApp, type HttpRequest } from '@styling/http';
import { fileSender, PORTAL_PATH, portalSite } from '@styling/portal';
import { endpoints } from '../endpoints/all-endpoints.ts';
import { postMcp } from '../endpoints/post-mcp.ts';
import type { Gateway } from '../gateway.ts';
import { accountEndpoints } from '../portal/delete-account.ts';
import { passkeyEndpoints } from '../portal/passkeys.ts';
import { servePortalApi } from '../portal/portal-endpoint.ts';
import { sessionEndpoints } from '../portal/sessions.ts';
import { signInEndpoints } from '../portal/sign-in.ts';
import { apiDocument } from './api-document.ts';
import { serveEndpoint } from './serve-endpoint.ts';

/** The HTTP API (spec, "Endpoints"): the declared endpoints, their documentation, the portal's own endpoints and its pages. */
export function createApi(gateway: Gateway): App {
  const { version, dailyLimit, requestTimeoutMs } = gateway;
  const imageStoreOrigin = new URL(gateway.imageStoreUrl).origin;
  const text = JSON.stringify(apiDocument(version, { dailyLimit, requestTimeoutSeconds: requestTimeoutMs / 1000 }));
  const document = { type: 'application/json; charset=utf-8', bytes: Buffer.from(text) };
  const sendDocument = fileSender(document, { 'Cache-Control': 'no-cache' });
  return createApp({
    newRequestId: () => idFrom('req', gateway.random(12)),
    // Clients of MCP take a 405 to a GET for no event stream, and log any other error (Streamable HTTP, "Listening for Messages").
    pathsWith405: [postMcp.path],
    onError: (error) => gateway.log.error({ err: error }, 'request failed'),
    routes(app) {
      app.get('/openapi.json', (request, response) => sendDocument(request, response));
      app.get('/', redirectBrowsers);
      for (const endpoint of endpoints) {
        app[endpoint.method](endpoint.path, serveEndpoint(gateway, endpoint));
      }
      servePortalApi(app, gateway, [...signInEndpoints, ...sessionEndpoints, ...passkeyEndpoints, ...accountEndpoints]);
      for (const [path, serve] of Object.entries(portalSite({ imageStoreOrigin }))) app.get(path, serve);
    },
  });
}

/** Listed by Java's `HttpURLConnection`, which prefers `text/html` by default, and by no browser that asks for HTML. */
const OF_JAVA = /\bimage\/gif\b/;

function redirectBrowsers(request: HttpRequest, response: ServerResponse, next: () => void): void {
  response.setHeader('Vary', 'Accept');
  const prefersPage = request.accepts(['application/json', 'text/html']) === 'text/html';
  if (!prefersPage || OF_JAVA.test(request.headers.accept ?? '')) next();
  else response.writeHead(303, { Location: `${PORTAL_PATH}/`, 'Content-Length': 0 }).end();
}
