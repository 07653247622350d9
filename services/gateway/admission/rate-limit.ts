import { ServiceError } from '@styling/service';
import { z } from 'zod';
import { type Admission, type DayUsed, resetAfter, secondsToReset } from './admission.ts';

/** `Retry-After` of the concurrency 429: a running request takes seconds. */
const IN_PROGRESS_RETRY_SECONDS = 5;

/** Requests left of a day; 0 where the limit was lowered meanwhile. */
export const remainingOf = ({ limit, used }: DayUsed): number => Math.max(0, limit - used);

/** Headers of every response of a counted endpoint that passed admission (spec, "Limits", rule 3). */
export const rateLimitHeaders = ({ limit, used }: DayUsed): Record<string, string> => ({
  'X-RateLimit-Limit': String(limit),
  'X-RateLimit-Remaining': String(remainingOf({ limit, used })),
});

/** The 429 (spec, "Limits", 4, 5): of the day with just `error`, `limit`, `remaining`, `reset`; else just `error`. */
export class LimitExceeded extends ServiceError {
  readonly body: object;
  readonly headers: Readonly<Record<string, string>>;

  constructor(admission: Extract<Admission, { outcome: 'daily_limit' | 'in_progress' }>, now: Date) {
    const { limit } = admission;
    const daily = admission.outcome === 'daily_limit';
    super(daily ? 'daily_limit' : 'in_progress', { limit });
    const reset = resetAfter(now);
    const wait = daily ? secondsToReset(now) : IN_PROGRESS_RETRY_SECONDS;
    this.body = {
      error: this.message,
      ...(daily && { limit, remaining: remainingOf(admission), reset: reset.toISOString() }),
    };
    this.headers = {
      ...rateLimitHeaders(admission),
      'X-RateLimit-Reset': reset.toISOString(),
      'Retry-After': String(wait),
    };
  }
}

export const rateLimit = z
  .object({
    daily_limit: z.number().int(),
    used_today: z.number().int().meta({ description: 'Of counted endpoints, over all keys of the user' }),
    remaining: z.number().int(),
  })
  .meta({ id: 'RateLimit' });

export const rateLimitExample: z.output<typeof rateLimit> = { daily_limit: 20, used_today: 2, remaining: 18 };

/** The rate limit of a user's day. */
export const toRateLimit = (used: DayUsed): z.output<typeof rateLimit> => ({
  daily_limit: used.limit,
  used_today: used.used,
  remaining: remainingOf(used),
});
