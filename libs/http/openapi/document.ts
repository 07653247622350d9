import { publicMessage } from '@styling/contracts';
import { type EndpointDeclaration, successOf } from '../endpoint-declaration.ts';
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

/** The document apart from its endpoints. */
export type ApiInfo = {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  /** In the order in which they are shown. */
  readonly tags: readonly { readonly name: string; readonly description: string }[];
};

/** The OpenAPI 3.1 document of an API, derived from its endpoints, the schemas that validate and the error catalogue. */
export function openapiDocument(
  { tags, ...info }: ApiInfo,
  endpoints: readonly EndpointDeclaration[],
  configured: ConfiguredLimits,
): object {
  const requests = jsonSchemas(
    endpoints.flatMap(({ body }) => body ?? []),
    'input',
  );
  const responses = jsonSchemas(
    [
      ...endpoints.flatMap((endpoint) => {
        const success = successOf(endpoint);
        const job = endpoint.responses[202];
        return [...(success.status === 204 ? [] : [success.schema]), ...(job ? [job.schema] : [])];
      }),
      errorResponse,
      dailyLimitResponse,
      inProgressResponse,
    ],
    'output',
  );
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = {
      ...paths[path],
      [endpoint.method]: operationObject(endpoint, { requests, responses }, configured),
    };
  }
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
          headers: responseHeaders(404, false),
          content: {
            'application/json': {
              schema: responses.of(errorResponse),
              example: { error: publicMessage('not_found'), code: 'not_found' },
            },
          },
        },
      },
      headers: componentHeaders,
      parameters: componentParameters,
      schemas: { ...requests.components, ...responses.components },
    },
  };
}
