import { idFrom } from '@styling/contracts';
import { type App, createApp, sendJson } from '@styling/http';
import type { EndpointDependencies } from './dependencies.ts';
import { endpoint } from './endpoint.ts';
import { getImageEndpoint } from './endpoints/get-image.ts';
import { listImagesEndpoint } from './endpoints/list-images.ts';
import { readUsageEndpoint } from './endpoints/read-usage.ts';
import { tryOnOutfit } from './endpoints/try-on-outfit.ts';

/** The name that GET / gives. */
const SERVICE_NAME = 'image-styling-service';

/** The HTTP API (spec, "Endpoints"). */
export function gatewayApp(deps: EndpointDependencies): App {
  return createApp({
    newRequestId: () => idFrom('req', deps.random(12)),
    onError: (error) => deps.log.error({ err: error }, 'request failed'),
    routes(app) {
      app.get('/', (_, response) => {
        sendJson(response, 200, { status: 'ok', service: SERVICE_NAME, version: deps.version });
      });
      app.post(
        '/try_on_outfit',
        endpoint(deps, '/try_on_outfit', (context, request) => tryOnOutfit(deps, context, request)),
      );
      app.get('/images', (request, response) =>
        endpoint(deps, '/images', (context) => listImagesEndpoint(deps, context, request.query))(request, response),
      );
      app.get('/images/:id', (request, response) =>
        endpoint(deps, '/images/:id', (context) => getImageEndpoint(deps, context, request.params.id))(
          request,
          response,
        ),
      );
      app.get(
        '/usage',
        endpoint(deps, '/usage', (context) => readUsageEndpoint(deps, context)),
      );
    },
  });
}
