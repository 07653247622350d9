import { z } from 'zod';

const throttledBody = z.object({
  retry_after: z.number().nonnegative().optional().catch(undefined),
  detail: z.string().catch(''),
});

/** Longest delay that a timer takes, in ms; with a longer one it fires at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * The delay a 429 asks for, in ms, at most 24.8 days: the header `Retry-After` (seconds or a date, RFC 9110 section 10.2.3),
 * else the body's `retry_after` (seconds), else "resets in ~5s" in its `detail`. Undefined if none is given.
 */
export function retryAfterMs(header: string | undefined, body: unknown, now: Date): number | undefined {
  const requested = requestedMs(header, body, now);
  return requested === undefined ? undefined : Math.min(requested, MAX_TIMER_MS);
}

/** `requested` within what is reasonable for the call, in ms. */
export const clampDelay = (requested: number, leastMs: number, mostMs: number): number =>
  Math.min(mostMs, Math.max(leastMs, requested));

/** Whether a pause of `ms` would end at the deadline or later: there is no point in it. */
export const isBeyond = (ms: number, now: Date, deadline: Date): boolean => now.getTime() + ms >= deadline.getTime();

function requestedMs(header: string | undefined, body: unknown, now: Date): number | undefined {
  if (header !== undefined) {
    if (/^\d+$/.test(header.trim())) return Number(header) * 1000;
    const date = Date.parse(header);
    if (!Number.isNaN(date)) return Math.max(0, date - now.getTime());
  }
  const { retry_after, detail = '' } = throttledBody.safeParse(body).data ?? {};
  const seconds = retry_after ?? /resets in ~?(\d+(?:\.\d+)?)\s*s/i.exec(detail)?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}
