import { limits } from '@styling/contracts';

/** A header whose presence depends on how far the request got. */
const whenPresent = (header: object, when: string) => ({ ...header, required: false, description: when });

const requestId = {
  description: 'Identifies the request; also `request_id` of an error',
  required: true,
  schema: { type: 'string', pattern: '^req_[0-9a-f]{24}$' },
};
const limit = {
  description: 'Daily limit of the user',
  required: true,
  schema: { type: 'integer', minimum: 1 },
};
const remaining = {
  description: 'Requests left today (UTC), over all keys of the user',
  required: true,
  schema: { type: 'integer', minimum: 0 },
};
const reset = {
  description: 'The next midnight UTC, when the daily count restarts',
  required: true,
  schema: { type: 'string', format: 'date-time' },
};
const retryAfter = {
  description: 'Seconds until a retry can succeed',
  required: true,
  schema: { type: 'integer', minimum: 1 },
};
const replayed = {
  description: 'This is the response of the first request with the same `Idempotency-Key`',
  required: false,
  schema: { type: 'string', enum: ['true'] },
};
const AFTER_ADMISSION =
  'Present when the error was found after the request had been admitted, e.g. in the content of an image';

/** Headers of the document by component name. */
export const componentHeaders = {
  RequestId: requestId,
  RateLimitLimit: limit,
  RateLimitRemaining: remaining,
  RateLimitLimitIfAdmitted: whenPresent(limit, `${limit.description}. ${AFTER_ADMISSION}`),
  RateLimitRemainingIfAdmitted: whenPresent(remaining, `${remaining.description}. ${AFTER_ADMISSION}`),
  RateLimitReset: reset,
  RetryAfter: retryAfter,
  IdempotentReplayed: replayed,
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
};

/** Parameter of counted endpoints. */
export const idempotencyKeyRef = { $ref: '#/components/parameters/IdempotencyKey' };

const ref = (name: keyof typeof componentHeaders) => ({ $ref: `#/components/headers/${name}` });

/** Headers of a response with `status`; `counted`: of a counted endpoint. */
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
