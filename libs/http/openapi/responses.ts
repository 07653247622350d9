import { errorCodes, errorStatus, limits, publicMessage, requestId } from '@styling/contracts';
import { z } from 'zod';
import type { DeclaredResponse, DocumentedError, EndpointDeclaration } from '../endpoint-declaration.ts';
import type { JsonSchemas } from './schemas.ts';

/** Except for the two kinds of 429, whose members the spec fixes. */
export const errorResponse = z
  .object({
    error: z.string(),
    code: z.enum(errorCodes).optional(),
    request_id: requestId.optional(),
    details: z.string().optional().meta({ description: 'What exactly is wrong, where that can be said' }),
    oldest_cursor: z.string().optional().meta({ description: 'Of a `cursor_expired`: where the feed begins' }),
  })
  .meta({ id: 'Error' });
export const dailyLimitResponse = z
  .object({
    error: z.string(),
    limit: z.int(),
    remaining: z.int().min(0).meta({ description: 'Not 0 only if the request costs more than is left' }),
    reset: z.iso.datetime(),
  })
  .meta({ id: 'DailyLimitError' });
export const inProgressResponse = z.object({ error: z.string() }).meta({ id: 'InProgressError' });

export type ConfiguredLimits = {
  readonly dailyLimit: number;
  readonly requestTimeoutSeconds: number;
};

const REQUEST_ID = 'req_0123456789abcdef01234567';
const MEANING: Readonly<Record<number, string>> = {
  401: 'Missing API key',
  403: 'Invalid API key: wrong, malformed, revoked and inactive keys get the same response',
  404: 'It does not exist, is no longer available, or belongs to another user',
  409: 'The request was canceled by its user. It does not count toward the daily limit.',
  410: 'Events after the cursor are no longer kept',
  429: 'The user has made too many changes on this day (UTC), over all keys. Wait `Retry-After` seconds.',
  500: 'Internal server error. The request does not count toward the daily limit.',
  503: 'A part of the service is unreachable. The request does not count toward the daily limit.',
};

const TOO_MANY_REQUESTS =
  'The daily limit is reached, or another request of the same user (with any key) is being processed. Wait ' +
  '`Retry-After` seconds, then retry, a bounded number of times. The request does not count toward the daily limit.';

/** Response Objects by status: successes, and errors with their possible texts as examples. */
export function responseObjects(
  { success, accepted, nothing, counted, hasLimitHeaders, isPublic }: EndpointDeclaration,
  errors: readonly DocumentedError[],
  schemas: JsonSchemas,
  { dailyLimit, requestTimeoutSeconds }: ConfiguredLimits,
): Record<string, object> {
  const found: Record<string, object> = {};
  const add = (status: number, description: string, content?: object) => {
    const headers = responseHeaders(status, hasLimitHeaders ? 'relayed' : counted);
    found[status] = { description, headers, ...(content && { content }) };
  };
  const addSuccess = (status: number, { description, schema, example, ...more }: DeclaredResponse) => {
    const { mediaType = 'application/json', asEvents } = more;
    add(status, description, {
      [mediaType]: { schema: schemas.of(schema), example },
      ...(asEvents && { 'text/event-stream': { schema: { type: 'string' }, example: asEvents } }),
    });
  };
  if (success.status === 204) add(204, success.description);
  else addSuccess(success.status ?? 200, success);
  if (accepted) addSuccess(202, accepted);
  if (nothing) add(204, nothing);
  for (const [status, own = []] of Object.entries(Object.groupBy(errors, ([code]) => errorStatus(code)))) {
    const examples = own.map(([code, parameters = {}]) => [
      'field' in parameters ? `${code}_${parameters.field}` : code,
      { value: { error: publicMessage(code, parameters), code, request_id: REQUEST_ID } },
    ]);
    // A refusal was paid, see `countsAgainstDay`.
    const isRefusal = own.some(([code]) => code === 'content_refused');
    const meanings: Readonly<Record<string, string>> = {
      ...MEANING,
      400: `Missing or invalid parameters. The request does not count toward the daily limit${isRefusal ? ', unless its code is `content_refused`.' : '.'}`,
      504: `The request took longer than ${requestTimeoutSeconds} seconds. A try-on that completes later appears under \`GET /images\`. The request does not count toward the daily limit.`,
    };
    add(Number(status), meanings[status] ?? '', {
      'application/json': { schema: schemas.of(errorResponse), examples: Object.fromEntries(examples) },
    });
  }
  // Any path can be misspelt; without a key that is the only error a client can cause.
  if (isPublic) found[404] = { $ref: '#/components/responses/NotFound' };
  if (counted) {
    const limit = { error: publicMessage('daily_limit', { limit: dailyLimit }), limit: dailyLimit, remaining: 0 };
    add(429, TOO_MANY_REQUESTS, {
      'application/json': {
        schema: {
          oneOf: ['DailyLimitError', 'InProgressError'].map((id) => ({ $ref: `#/components/schemas/${id}` })),
        },
        examples: {
          daily_limit: { value: { ...limit, reset: '2026-01-03T00:00:00.000Z' } },
          in_progress: { value: { error: publicMessage('in_progress') } },
        },
      },
    });
  }
  return found;
}

const integer = (minimum: number) => ({ type: 'integer', minimum });
const header = (description: string, schema: object, required = true) => ({ description, required, schema });
/** Present only if the error was found late. */
const ifAdmitted = ({ description, schema }: { description: string; schema: object }) =>
  header(
    `${description}. Present when the error was found after the request had been admitted, e.g. in the content of an image`,
    schema,
    false,
  );
const limit = header('Daily limit of the user', integer(1));
const remaining = header('Requests left today (UTC), over all keys of the user', integer(0));

export const componentHeaders = {
  RequestId: header('Identifies the request; also `request_id` of an error', {
    type: 'string',
    pattern: '^req_[0-9a-f]{24}$',
  }),
  RateLimitLimit: limit,
  RateLimitRemaining: remaining,
  RateLimitLimitIfAdmitted: ifAdmitted(limit),
  RateLimitRemainingIfAdmitted: ifAdmitted(remaining),
  RateLimitReset: header('The next midnight UTC, when the daily count restarts', {
    type: 'string',
    format: 'date-time',
  }),
  RetryAfter: header('Seconds until a retry can succeed', integer(1)),
  StylingApproximations: header(
    'What the model could only approximate in the images of the response, and which of the wishes of `/style_me` it did not understand ' +
      '(`occasion_not_understood`, `wishes_not_understood`), as sorted codes separated by commas; absent when nothing was',
    { type: 'string', pattern: '^[a-z_]+(,[a-z_]+)*$' },
    false,
  ),
  Location: header('Path of the job', { type: 'string' }),
  PreferenceApplied: header('`respond-async`', { type: 'string', enum: ['respond-async'] }),
  IdempotentReplayed: header(
    'This is the response of the first request with the same `Idempotency-Key`',
    { type: 'string', enum: ['true'] },
    false,
  ),
};

export const componentParameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'Makes it safe to retry the request: a new random value, e.g. a UUID, for every new request',
    schema: { type: 'string', minLength: 1, maxLength: limits.idempotencyKeyLength, pattern: '^[!-~]+$' },
    example: '0f8fad5b-d9cb-469f-a165-70867728950e',
  },
  CancelAfter: {
    name: 'Cancel-After',
    in: 'header',
    required: false,
    description:
      'How long the request may take: its work is then cancelled, and its response is a 504. A number of hours, minutes and ' +
      `seconds, at least ${limits.leastCancelAfterSeconds} seconds; at most the request timeout, with \`Prefer: respond-async\` an hour`,
    schema: { type: 'string', pattern: '^(\\d+h)?(\\d+m)?(\\d+s)?$' },
    example: '15s',
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    required: false,
    description:
      '`respond-async`: the response is a 202 with a job, unless the request ends within `wait` seconds, by default at once ' +
      `(RFC 7240; 0 to ${limits.preferredWaitSeconds}). Other preferences are ignored`,
    schema: { type: 'string' },
    example: 'respond-async, wait=10',
  },
};

/** `counted`: of a counted endpoint, or `relayed` by another. */
export function responseHeaders(status: number, counted: boolean | 'relayed' = false): Record<string, object> {
  const headers: Record<string, keyof typeof componentHeaders> = { 'X-Request-Id': 'RequestId' };
  if (counted === 'relayed' && ![202, 401, 403].includes(status)) {
    headers['X-RateLimit-Limit'] = 'RateLimitLimitIfAdmitted';
    headers['X-RateLimit-Remaining'] = 'RateLimitRemainingIfAdmitted';
  }
  if (counted === true && status !== 401 && status !== 403) {
    const always = status === 200 || status === 202 || status === 429;
    headers['X-RateLimit-Limit'] = always ? 'RateLimitLimit' : 'RateLimitLimitIfAdmitted';
    headers['X-RateLimit-Remaining'] = always ? 'RateLimitRemaining' : 'RateLimitRemainingIfAdmitted';
    if (status === 429) headers['X-RateLimit-Reset'] = 'RateLimitReset';
    if (status === 200) headers['Styling-Approximations'] = 'StylingApproximations';
    if (status === 202) headers['Preference-Applied'] = 'PreferenceApplied';
    if (status === 200 || status === 202 || status === 400) headers['Idempotent-Replayed'] = 'IdempotentReplayed';
  }
  if (status === 202) headers.Location = 'Location';
  if (status === 202 || status === 429 || status === 503) headers['Retry-After'] = 'RetryAfter';
  return Object.fromEntries(
    Object.entries(headers).map(([name, component]) => [name, { $ref: `#/components/headers/${component}` }]),
  );
}
