import { publicMessage } from '@styling/contracts';
import type { EndpointDeclaration } from '../endpoint-declaration.ts';
import { operationObject } from './operation.ts';
import {
  type ConfiguredLimits,
  componentHeaders,
  componentParameters,
  dailyLimitResponse,
  errorResponse,
  inProgressResponse,
  responseHeaders,
} from './responses.ts';
import { jsonSchemas } from './schemas.ts';

/** OpenAPI 3.1 document from endpoints, validating schemas and the error catalogue; `tags` in display order. */
export function openapiDocument(
  { tags, ...info }: { tags: object[]; title: string; version: string; description: string },
  endpoints: readonly EndpointDeclaration[],
  configured: ConfiguredLimits,
): object {
  const schemas = { requests: jsonSchemas('input'), responses: jsonSchemas('output') };
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method]: operationObject(endpoint, schemas, configured) };
  }
  const errorSchema = schemas.responses.of(errorResponse);
  // Operations refer to them.
  schemas.responses.of(dailyLimitResponse);
  schemas.responses.of(inProgressResponse);
  return {
    openapi: '3.1.1',
    info,
    // Relative to the URL of the document: the service does not know its public address.
    servers: [{ url: '/' }],
    security: [{ ApiKey: [] }],
    tags,
    paths,
    components: {
      securitySchemes: {
        ApiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description: 'A secret, shown once when the key is created. Keep it out of client-side code.',
        },
        ...(endpoints.some(({ acceptsBearer }) => acceptsBearer) && {
          Bearer: { type: 'http', scheme: 'bearer', description: 'The same key, where only this is supported.' },
        }),
      },
      responses: {
        NotFound: {
          description: 'Unknown path, or unknown method of a known path',
          headers: responseHeaders(404),
          content: {
            'application/json': {
              schema: errorSchema,
              example: { error: publicMessage('not_found'), code: 'not_found' },
            },
          },
        },
      },
      headers: componentHeaders,
      parameters: componentParameters,
      schemas: { ...schemas.requests.components, ...schemas.responses.components },
    },
  };
}
