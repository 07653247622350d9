import { ServiceError } from '@styling/service';
import { type Admission, resetAfter } from './admission.ts';

/** `Retry-After` of the concurrency 429, seconds: a running request takes seconds. */
const IN_PROGRESS_RETRY_SECONDS = 5;

/** Headers of every response of a counted endpoint that passed admission (spec, "Limits", rule 3). */
export const rateLimitHeaders = (limit: number, used: number): Record<string, string> => ({
  'X-RateLimit-Limit': String(limit),
  'X-RateLimit-Remaining': String(Math.max(0, limit - used)),
});

/**
 * A request that admission refused, with the body and headers of its 429 (spec, "Limits", rules 4 and 5): the daily one
 * has exactly `error`, `limit`, `remaining` and `reset`, the concurrency one only `error`.
 */
export class LimitExceeded extends ServiceError {
  readonly body: object;
  readonly headers: Readonly<Record<string, string>>;

  /** @param limit requests of a user per day */
  constructor({ outcome, used }: Admission, limit: number, now: Date) {
    const daily = outcome === 'daily_limit';
    super(daily ? 'daily_limit' : 'in_progress', { limit });
    const reset = resetAfter(now);
    const wait = daily ? Math.max(1, Math.ceil((reset.getTime() - now.getTime()) / 1000)) : IN_PROGRESS_RETRY_SECONDS;
    this.body = { error: this.message, ...(daily && { limit, remaining: 0, reset: reset.toISOString() }) };
    this.headers = {
      ...rateLimitHeaders(limit, used),
      'X-RateLimit-Reset': reset.toISOString(),
      'Retry-After': String(wait),
    };
  }
}
