import { publicMessage } from './errors.ts';
import { componentHeaders, componentParameters, responseHeaders } from './openapi/headers.ts';
import { DAILY_LIMIT, operationObject } from './openapi/operation.ts';
import { operations, tags } from './openapi/operations.ts';
import { componentSchemas, schemaRef } from './openapi/schemas.ts';

const DESCRIPTION = `Dresses people in pictures, names the clothes in a picture, and suggests outfits.

**Key.** Every request but the health check needs an API key in the header \`X-API-Key\`.

**Requests.** Bodies are JSON objects (\`Content-Type: application/json\`) of at most 20 MB, and 1 MB besides their
pictures. Fields that are not named here are ignored.

**Order of checks.** Path and method (404), key (401, 403), body (400), \`Idempotency-Key\` (400), limits (429), then the
work. A refused request costs nothing of the day.

**Limits.** ${DAILY_LIMIT} requests a day (UTC) and one at a time, both for a user, over all keys. The five \`POST\`
endpoints count; \`GET\` is free.

**Repeating.** A counted request with an \`Idempotency-Key\` can be sent again when its answer was lost: for 24 hours the
same request with the same key is given the first one's answer, with \`Idempotent-Replayed: true\`, and costs nothing.
While the first is running the second is a 429. After an answer of 5xx the key is free: the request is done anew.
Another request with the same key is a 400. Keys are the user's, over all API keys.

**Responses.** All are JSON and carry \`X-Request-Id\`. An error says what is wrong in \`error\`; \`code\` is the stable
name of the fault for programs. An unknown path, or another method, is a 404 \`${publicMessage('not_found')}\`.

This document is served at \`/openapi.json\`, as a page at \`/docs\`; neither needs a key or is counted.`;

/**
 * The OpenAPI 3.1 document of the HTTP API, made from the schemas that validate and the catalogue of errors.
 *
 * @param version of the service
 */
export function openapiDocument(version: string): object {
  return {
    openapi: '3.1.1',
    info: { title: 'Image styling service', version, description: DESCRIPTION },
    // Relative to where the document was fetched from: the service does not know its public address.
    servers: [{ url: '/' }],
    security: [{ ApiKey: [] }],
    tags,
    paths: Object.fromEntries(
      Object.entries(operations(version)).map(([path, methods]) => [
        path,
        Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, operationObject(operation)])),
      ]),
    ),
    components: {
      securitySchemes: {
        ApiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description: 'A secret shown once, when it was made. Keep it out of client-side code.',
        },
      },
      responses: {
        NotFound: {
          description: 'There is no such path, or it has no such method',
          headers: responseHeaders(404, false),
          content: {
            'application/json': {
              schema: schemaRef('Error'),
              example: { error: publicMessage('not_found'), code: 'not_found' },
            },
          },
        },
      },
      headers: componentHeaders,
      parameters: componentParameters,
      schemas: componentSchemas(),
    },
  };
}
