import { limits } from '@styling/contracts';

const integer = (minimum: number) => ({ type: 'integer', minimum });
const header = (description: string, schema: object, required = true) => ({ description, required, schema });
/** A header that a response has only if its error was found late. */
const ifAdmitted = ({ description, schema }: { description: string; schema: object }) =>
  header(
    `${description}. Present when the error was found after the request had been admitted, e.g. in the content of an image`,
    schema,
    false,
  );
const limit = header('Daily limit of the user', integer(1));
const remaining = header('Requests left today (UTC), over all keys of the user', integer(0));

/** Headers of the document by component name. */
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

/** Parameters of the document by component name. */
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

/** Parameters of counted endpoints. */
export const cancelAfterRef = { $ref: '#/components/parameters/CancelAfter' };
export const idempotencyKeyRef = { $ref: '#/components/parameters/IdempotencyKey' };
export const preferRef = { $ref: '#/components/parameters/Prefer' };

/** Headers of a response with `status`; `counted`: of a counted endpoint, or `relayed` by another. */
export function responseHeaders(status: number, counted: boolean | 'relayed'): Record<string, object> {
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
