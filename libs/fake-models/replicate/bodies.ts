import type { FakeResponse } from '../exchange.ts';

/** Replicate's error responses, as observed. */
export const refusals = {
  unauthenticated: {
    status: 401,
    body: { title: 'Unauthenticated', detail: 'You did not pass an authentication token', status: 401 },
  },
  insufficientCredit: {
    status: 402,
    body: {
      title: 'Insufficient credit',
      detail:
        'You have insufficient credit to run this model. Go to https://replicate.com/account/billing#billing to purchase credit.',
      status: 402,
    },
  },
  notFound: { status: 404, body: { detail: 'The requested resource could not be found.', status: 404 } },
  promptRequired: {
    status: 422,
    body: {
      detail: '- input: prompt is required\n',
      status: 422,
      title: 'Input validation failed',
      invalid_fields: [{ type: 'required', field: 'input', description: 'prompt is required' }],
    },
  },
  invalidVersion: {
    status: 422,
    body: {
      title: 'Invalid version or not permitted',
      detail:
        'The specified version does not exist (or perhaps you don’t have permission to use it?). See https://replicate.com/docs for help.',
      status: 422,
    },
  },
} as const satisfies Record<string, FakeResponse>;

/** A 422 with this `detail`. */
export const invalid = (detail: string): FakeResponse => ({
  status: 422,
  body: { detail, status: 422, title: 'Input validation failed' },
});

/** A 429. @param delayIn where the delay is given; `body` has it in the text too, as the API does */
export function throttled(seconds: number, delayIn: 'text' | 'body' | 'header' | 'nowhere' = 'body'): FakeResponse {
  const text = 'Request was throttled. Your rate limit for creating predictions is reduced.';
  const detail =
    delayIn === 'nowhere' || delayIn === 'header' ? text : `${text} Your rate limit resets in ~${seconds}s.`;
  return {
    status: 429,
    body: { detail, status: 429, ...(delayIn === 'body' && { retry_after: seconds }) },
    ...(delayIn === 'header' && { headers: { 'retry-after': String(seconds) } }),
  };
}
