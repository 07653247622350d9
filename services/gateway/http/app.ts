import { idFrom } from '@styling/contracts';
import { type App, createApp, sendJson } from '@styling/http';
import type { EndpointDependencies } from '../dependencies.ts';
import { analyzeOutfit } from '../endpoints/analyze-outfit.ts';
import { generateImage } from '../endpoints/generate-image.ts';
import { image } from '../endpoints/get-image.ts';
import { images } from '../endpoints/list-images.ts';
import { styleMe } from '../endpoints/style-me.ts';
import { tryOnOutfit } from '../endpoints/try-on-outfit.ts';
import { usage } from '../endpoints/get-usage.ts';
import { apiReference } from './api-reference.ts';
import { endpoint } from './serve-endpoint.ts';

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
      for (const [path, answer] of Object.entries(apiReference(deps.version))) app.get(path, answer);
      app.post('/try_on_outfit', endpoint(deps, '/try_on_outfit', tryOnOutfit(deps)));
      app.post('/generate_image', endpoint(deps, '/generate_image', generateImage(deps)));
      for (const path of ['/analyze_outfit', '/identify_clothing'] as const) {
        app.post(path, endpoint(deps, path, analyzeOutfit(deps, path)));
      }
      app.post('/style_me', endpoint(deps, '/style_me', styleMe(deps)));
      app.get('/images', endpoint(deps, '/images', images(deps)));
      app.get('/images/:id', endpoint(deps, '/images/:id', image(deps)));
      app.get('/usage', endpoint(deps, '/usage', usage(deps)));
    },
  });
}
