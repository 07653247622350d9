import { idFrom } from '@styling/contracts';
import { type App, createApp } from '@styling/http';
import { portalSite } from '@styling/portal';
import { endpoints } from '../endpoints/all-endpoints.ts';
import { postMcp } from '../endpoints/post-mcp.ts';
import type { Gateway } from '../gateway.ts';
import { servePortalApi } from '../portal/serve-portal-api.ts';
import { apiDocument } from './api-document.ts';
import { apiReference } from './api-reference.ts';
import { redirectBrowsers } from './redirect-browsers.ts';
import { serveEndpoint } from './serve-endpoint.ts';

/** The HTTP API (spec, "Endpoints"): the declared endpoints, their documentation, the portal's own endpoints and its pages. */
export function createApi(gateway: Gateway): App {
  const { version, dailyLimit, requestTimeoutMs } = gateway;
  const imageStoreOrigin = new URL(gateway.imageStoreUrl).origin;
  const document = apiDocument(version, { dailyLimit, requestTimeoutSeconds: requestTimeoutMs / 1000 });
  return createApp({
    newRequestId: () => idFrom('req', gateway.random(12)),
    // Clients of MCP take a 405 to a GET for no event stream, and log any other error (Streamable HTTP, "Listening for Messages").
    pathsWith405: [postMcp.path],
    onError: (error) => gateway.log.error({ err: error }, 'request failed'),
    routes(app) {
      const sendDocument = apiReference(document);
      app.get('/openapi.json', (request, response) => sendDocument(request, response));
      app.get('/', redirectBrowsers);
      for (const endpoint of endpoints) {
        app[endpoint.method](endpoint.path, (request, response) => serveEndpoint(gateway, endpoint, request, response));
      }
      servePortalApi(app, gateway);
      for (const [path, serve] of Object.entries(portalSite({ imageStoreOrigin }))) app.get(path, serve);
    },
  });
}
