const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000];

/** Pauses after the first, second, … failed attempt of a delivery, in ms: Svix's schedule, 28 hours in all. */
const PAUSES_MS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR];
/** Part of a pause that is added or taken off, so that receivers that failed together are not called together. */
const JITTER = 0.1;
/** The longest `Retry-After` that is heeded, in ms. */
const LONGEST_WAIT_MS = 24 * HOUR;

/** Attempts of a delivery. */
export const ATTEMPTS = PAUSES_MS.length + 1;

/**
 * The pause in ms after failed attempt number `attempt` (from 1), or null when it was the last.
 *
 * @param retryAfterMs what the receiver asked for; the pause is at least as long, at most a day
 * @param random 0 to 1
 */
export function pauseAfter(attempt: number, retryAfterMs: number, random: number): number | null {
  const pause = PAUSES_MS[attempt - 1];
  if (pause === undefined) return null;
  return Math.max(pause * (1 + JITTER * (2 * random - 1)), Math.min(retryAfterMs, LONGEST_WAIT_MS));
}

/** What a `Retry-After` header asks for, in ms: seconds or a date (RFC 9110, section 10.2.3); 0 without a valid one. */
export function retryAfterMs(header: string | undefined, now: Date): number {
  const text = header?.trim() ?? '';
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * SECOND : Date.parse(text) - now.getTime();
  return ms > 0 ? ms : 0;
}
