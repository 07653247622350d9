import {
  acceptedImages,
  limits as apiLimits,
  type ErrorCode,
  type ErrorParameters,
  errorStatus,
  sizeText,
} from '@styling/contracts';
import { z } from 'zod';
import { InvalidBase64 } from '../base64-image.ts';
import { type DocumentedError, type EndpointDeclaration, maxFieldBytes } from '../endpoint-declaration.ts';
import { firstFieldError } from '../read-body.ts';
import { UPLOAD_FIELD } from '../read-upload.ts';
import { type ConfiguredLimits, responseObjects } from './responses.ts';
import type { JsonSchemas } from './schemas.ts';

const FREE = 'Free: it never counts toward the daily limit and is never refused because of it.';

/** Operation Object (OpenAPI 3.1). */
export function operationObject(
  endpoint: EndpointDeclaration,
  schemas: { readonly requests: JsonSchemas; readonly responses: JsonSchemas },
  configured: ConfiguredLimits,
): object {
  const { id, tag, summary, description, counted = false, isPublic = false, body, example } = endpoint;
  const cost = counted
    ? `Counts toward the daily limit (${configured.dailyLimit} requests a user) and holds the user's one slot while it runs, unless the user was granted more.`
    : FREE;
  const headers = counted ? ['IdempotencyKey', 'CancelAfter', 'Prefer'] : [];
  const parameters = [
    ...headers.map((name) => ({ $ref: `#/components/parameters/${name}` })),
    ...parameterObjects(endpoint.params, 'path'),
    ...parameterObjects(endpoint.query, 'query'),
  ];
  const content = body && { 'application/json': { schema: schemas.requests.of(body), example } };
  return {
    operationId: id,
    summary,
    tags: [tag],
    description: isPublic ? description : `${description}\n\n${cost}`,
    ...(isPublic && { security: [] }),
    ...(endpoint.acceptsBearer && { security: [{ ApiKey: [] }, { Bearer: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.isUpload && { requestBody: uploadBody }),
    ...(content && { requestBody: { required: true, content } }),
    responses: responseObjects(endpoint, errorsOf(endpoint), schemas.responses, configured),
  };
}

const parameterObjects = (schema: z.ZodObject | undefined, where: 'query' | 'path'): object[] =>
  Object.entries(schema?.shape ?? {}).map(([name, field]) => {
    const { $schema, description, examples, ...json } = z.toJSONSchema(field as z.ZodType, { io: 'output' });
    return {
      name,
      in: where,
      ...(where === 'path' && { required: true }),
      description,
      schema: json,
      ...(examples?.[0] !== undefined && { example: examples[0] }),
    };
  });

/** OpenAPI 3.0's `format`, which client generators still go by. */
const picture = { type: 'string', format: 'binary', description: acceptedImages };

/** Form first: some client generators take only the first. */
const uploadBody = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: { type: 'object', properties: { [UPLOAD_FIELD]: picture }, required: [UPLOAD_FIELD] },
      encoding: { [UPLOAD_FIELD]: { contentType: 'image/*' } },
    },
    'image/*': { schema: picture },
  },
};

const bodyErrors = (counted: boolean): readonly DocumentedError[] => [
  ['wrong_media_type'],
  ['encoded_body'],
  ['body_too_large'],
  ['fields_too_large', { max: sizeText(maxFieldBytes(counted)) }],
  ['body_too_complex'],
  ['invalid_json'],
  ['not_an_object'],
];
const UPLOAD_ERRORS: readonly DocumentedError[] = [
  ['not_an_upload'],
  ['encoded_body'],
  ['body_too_large'],
  ['invalid_multipart'],
  ...(['required', 'not_an_image', 'incomplete_image', 'bad_image_size'] as const).map(
    (code): DocumentedError => [code, { field: UPLOAD_FIELD }],
  ),
];
const COUNTED_ERRORS: readonly DocumentedError[] = [
  ['invalid_preference', { max: apiLimits.preferredWaitSeconds }],
  ['invalid_deadline', { min: apiLimits.leastCancelAfterSeconds, max: apiLimits.cancelAfterSeconds }],
  ['invalid_idempotency_key'],
  ['idempotency_key_reused'],
  ['canceled'],
  ['deadline_exceeded'],
];

/** In the order of the checks. */
function errorsOf({
  body,
  query,
  errors = [],
  isPublic,
  isUpload,
  managesKeys,
  params,
  counted = false,
}: EndpointDeclaration): DocumentedError[] {
  const schema = body ?? query;
  const ofFields = schema ? fieldErrors(schema) : new Map<string, DocumentedError[]>();
  const fieldOf = ([, parameters = {}]: DocumentedError) => String(parameters.field);
  return [
    ...(body ? bodyErrors(counted) : []),
    ...(isUpload ? UPLOAD_ERRORS : []),
    ...[...ofFields].flatMap(([field, own]) => [...own, ...errors.filter((error) => fieldOf(error) === field)]),
    ...(params ? notFoundErrors(params) : []),
    ...errors.filter((error) => !ofFields.has(fieldOf(error))),
    ...(managesKeys ? ([['key_cannot_manage']] as const) : []),
    ...(isPublic ? [] : ([['missing_api_key'], ['invalid_api_key']] as const)),
    ['internal'],
    ...(isPublic ? [] : ([['unavailable']] as const)),
    ...(counted ? COUNTED_ERRORS : []),
  ];
}

const notFoundErrors = (params: z.ZodObject): DocumentedError[] =>
  [...fieldErrors(params).values()].flat().flatMap(([code]) => (errorStatus(code) === 404 ? [[code] as const] : []));

const TOO_LONG = 100_000;
/** Each kind of field refuses some; in the order of documentation. */
const PROBES = [
  undefined,
  {},
  new InvalidBase64('it is not'),
  `http://example.com/${'x'.repeat(TOO_LONG)}`,
  'x'.repeat(TOO_LONG),
  'x',
];

/** Found by giving the schema invalid values: what is documented is what the validation does. */
const fieldErrors = (schema: z.ZodObject): Map<string, DocumentedError[]> =>
  new Map(Object.keys(schema.shape).map((field) => [field, fieldErrorsOf(schema, field)]));

function fieldErrorsOf(schema: z.ZodObject, field: string): DocumentedError[] {
  const only = z.object({ [field]: schema.shape[field] as z.ZodType });
  const found = new Map<ErrorCode, ErrorParameters>();
  for (const value of PROBES) {
    const { error } = only.safeParse({ [field]: value }, { reportInput: true });
    if (!error) continue;
    const { code, parameters } = firstFieldError(error, only);
    const { details: _, ...documented } = parameters;
    found.set(code, documented);
  }
  if (found.has('invalid_url')) {
    for (const code of ['forbidden_url', 'unreachable_url', 'url_unavailable'] as const) found.set(code, { field });
    found.set('image_too_large', { field, max: apiLimits.fetchedMegabytes });
  }
  // An image that arrived as base64, or was fetched, is opened.
  if (found.has('invalid_url') || found.has('invalid_base64')) {
    for (const code of ['not_an_image', 'incomplete_image', 'bad_image_size'] as const) found.set(code, { field });
  }
  return [...found];
}
