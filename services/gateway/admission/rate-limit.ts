import { publicMessage } from '@styling/contracts';
import type { Answer } from '../http/answer.ts';
import { type Admission, resetAfter } from './admission.ts';

/** A running request takes seconds: to ask again sooner would only be refused again. */
const IN_PROGRESS_RETRY_SECONDS = 5;

/** Headers of every answer of a counted endpoint that was judged by admission (spec, "Limits", rule 3). */
export const rateLimitHeaders = (limit: number, used: number): Record<string, string> => ({
  'X-RateLimit-Limit': String(limit),
  'X-RateLimit-Remaining': String(Math.max(0, limit - used)),
});

/**
 * The 429 of a refused request (spec, "Limits", rules 4 and 5): the daily one has exactly `error`, `limit`, `remaining`
 * and `reset`, the concurrency one only `error`.
 */
export function refusal({ outcome, used }: Admission, limit: number, now: Date): Answer {
  const reset = resetAfter(now);
  const daily = outcome === 'daily_limit';
  const code = daily ? 'daily_limit' : 'in_progress';
  const message = publicMessage(code, { limit });
  const wait = daily ? Math.max(1, Math.ceil((reset.getTime() - now.getTime()) / 1000)) : IN_PROGRESS_RETRY_SECONDS;
  return {
    status: 429,
    body: daily ? { error: message, limit, remaining: 0, reset: reset.toISOString() } : { error: message },
    headers: {
      ...rateLimitHeaders(limit, used),
      'X-RateLimit-Reset': reset.toISOString(),
      'Retry-After': String(wait),
    },
    error: { code, message },
  };
}
