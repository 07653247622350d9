/** A header whose presence depends on how far the request came. */
const whenPresent = (header: object, when: string) => ({ ...header, required: false, description: when });

const requestId = {
  description: 'Names the request, also in `request_id` of an error',
  required: true,
  schema: { type: 'string', pattern: '^req_[0-9a-f]{24}$' },
};
const limit = {
  description: 'Requests a user may make a day',
  required: true,
  schema: { type: 'integer', minimum: 1 },
};
const remaining = {
  description: 'Requests left today (UTC), over all keys of the user',
  required: true,
  schema: { type: 'integer', minimum: 0 },
};
const reset = {
  description: 'The next midnight UTC, when the daily count begins anew',
  required: true,
  schema: { type: 'string', format: 'date-time' },
};
const retryAfter = {
  description: 'Seconds until a retry can succeed',
  required: true,
  schema: { type: 'integer', minimum: 1 },
};
const replayed = {
  description: 'This is the answer that the first request with the same `Idempotency-Key` was given',
  required: false,
  schema: { type: 'string', enum: ['true'] },
};
const JUDGED = 'Present when the fault was found after the request had been admitted, e.g. in what a picture shows';

/** The document's headers, by the name that refers to them. */
export const componentHeaders = {
  RequestId: requestId,
  RateLimitLimit: limit,
  RateLimitRemaining: remaining,
  RateLimitLimitIfAdmitted: whenPresent(limit, `${limit.description}. ${JUDGED}`),
  RateLimitRemainingIfAdmitted: whenPresent(remaining, `${remaining.description}. ${JUDGED}`),
  RateLimitReset: reset,
  RetryAfter: retryAfter,
  IdempotentReplayed: replayed,
};

/** The document's parameters, by the name that refers to them. */
export const componentParameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'Makes it safe to repeat the request: a new random value, e.g. a UUID, for every new request',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
    example: '0f8fad5b-d9cb-469f-a165-70867728950e',
  },
};

/** Parameters of the endpoints that count toward the day. */
export const countedParameters = [{ $ref: '#/components/parameters/IdempotencyKey' }];

const ref = (name: keyof typeof componentHeaders) => ({ $ref: `#/components/headers/${name}` });

/** Headers of a response of `status`; `counted` for the endpoints that count toward the day. */
export function responseHeaders(status: number, counted: boolean): Record<string, object> {
  const headers = { 'X-Request-Id': ref('RequestId') };
  const retry = status === 429 || status === 503 ? { 'Retry-After': ref('RetryAfter') } : {};
  if (!counted || status === 401 || status === 403) return { ...headers, ...retry };
  const replay = status === 200 || status === 400 ? { 'Idempotent-Replayed': ref('IdempotentReplayed') } : {};
  if (status === 200 || status === 429) {
    const rate = { 'X-RateLimit-Limit': ref('RateLimitLimit'), 'X-RateLimit-Remaining': ref('RateLimitRemaining') };
    const reset = status === 429 ? { 'X-RateLimit-Reset': ref('RateLimitReset') } : {};
    return { ...headers, ...rate, ...reset, ...retry, ...replay };
  }
  const rate = {
    'X-RateLimit-Limit': ref('RateLimitLimitIfAdmitted'),
    'X-RateLimit-Remaining': ref('RateLimitRemainingIfAdmitted'),
  };
  return { ...headers, ...rate, ...retry, ...replay };
}
