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
};

const ref = (name: keyof typeof componentHeaders) => ({ $ref: `#/components/headers/${name}` });

/** Headers of a response of `status`; `counted` for the endpoints that count toward the day. */
export function responseHeaders(status: number, counted: boolean): Record<string, object> {
  const headers = { 'X-Request-Id': ref('RequestId') };
  const retry = status === 429 || status === 503 ? { 'Retry-After': ref('RetryAfter') } : {};
  if (!counted || status === 401 || status === 403) return { ...headers, ...retry };
  if (status === 200 || status === 429) {
    const rate = { 'X-RateLimit-Limit': ref('RateLimitLimit'), 'X-RateLimit-Remaining': ref('RateLimitRemaining') };
    return { ...headers, ...rate, ...(status === 429 ? { 'X-RateLimit-Reset': ref('RateLimitReset') } : {}), ...retry };
  }
  const rate = {
    'X-RateLimit-Limit': ref('RateLimitLimitIfAdmitted'),
    'X-RateLimit-Remaining': ref('RateLimitRemainingIfAdmitted'),
  };
  return { ...headers, ...rate, ...retry };
}
