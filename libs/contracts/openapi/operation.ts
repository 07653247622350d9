import { type DocumentedError, errorResponses, tooManyRequests } from './errors.ts';
import { countedParameters, responseHeaders } from './headers.ts';
import { type SchemaName, schemaRef } from './schemas.ts';

/** Requests a user may make a day (spec, "Limits"). */
export const DAILY_LIMIT = 20;

/** What one operation is, as the document tells it. */
export type Operation = {
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly object[];
  readonly request?: { readonly schema: SchemaName; readonly example: object };
  readonly response: { readonly schema: SchemaName; readonly description: string; readonly example: object };
  /** Faults of the request, besides those of its key. */
  readonly faults: readonly DocumentedError[];
  /** The health check needs no key and reaches nothing. */
  readonly isPublic?: boolean;
};

const COST = `Counts toward the day (${DAILY_LIMIT} requests a user) and holds the user's one slot while it runs.`;
const FREE = 'Free: it is never counted toward the day nor refused for it.';

/** The Operation Object (OpenAPI 3.1). Operations with a request body are those that count toward the day. */
export function operationObject(operation: Operation): object {
  const { request, response, faults, isPublic = false, tag, description, ...described } = operation;
  const counted = request !== undefined;
  return {
    ...described,
    tags: [tag],
    description: isPublic ? description : `${description}\n\n${counted ? COST : FREE}`,
    ...(isPublic ? { security: [] } : {}),
    ...(counted ? { parameters: countedParameters } : {}),
    ...(request ? { requestBody: { required: true, content: json(request.schema, request.example) } } : {}),
    responses: {
      200: {
        description: response.description,
        headers: responseHeaders(200, counted),
        content: json(response.schema, response.example),
      },
      ...errorResponses([...faults, ...errorsOfAnyRequest(isPublic, counted)], counted),
      ...(counted ? { 429: tooManyRequests(DAILY_LIMIT) } : {}),
    },
  };
}

const json = (schema: SchemaName, example: object) => ({ 'application/json': { schema: schemaRef(schema), example } });

function errorsOfAnyRequest(isPublic: boolean, counted: boolean): DocumentedError[] {
  if (isPublic) return [['internal']];
  const onlyCounted: DocumentedError[] = [
    ['invalid_idempotency_key'],
    ['idempotency_key_reused'],
    ['deadline_exceeded'],
  ];
  return [['missing_api_key'], ['invalid_api_key'], ['internal'], ['unavailable'], ...(counted ? onlyCounted : [])];
}
