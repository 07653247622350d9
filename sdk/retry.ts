import { codeOf, type FailedAnswer } from './errors.ts';

/** Longest pause between two tries, ms; a `Retry-After` above it, such as that of the daily limit, is not waited for. */
const LONGEST_PAUSE_MS = 60_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_BACKOFF_MS = 8_000;

/** How a try failed: with a response, or without one, for this cause. */
export type Failure = { readonly answer?: FailedAnswer; readonly cause?: unknown };

/** What decides whether there is another try. */
export type Retrying = {
  /** How many tries have failed, from 1. */
  readonly tries: number;
  /** Most tries after the first. */
  readonly maxRetries: number;
  /** Whether a request whose response was lost can be sent again without being done twice. */
  readonly repeatable: boolean;
  /** From 0 to 1. */
  readonly random: number;
};

/**
 * How long to wait before the next try, in ms; undefined if there is none.
 *
 * Tried again are requests without a response, if they are repeatable; responses that say that nothing was done (503, the 429 of a
 * request in progress); and those of a proxy (502, 504 without a code). The pause doubles, with jitter, from a quarter of a
 * second to eight; `Retry-After` lengthens it.
 */
export function retryPause(
  { answer }: Failure,
  { tries, maxRetries, repeatable, random }: Retrying,
): number | undefined {
  if (tries > maxRetries) return undefined;
  if (!(answer ? canSucceedLater(answer, repeatable) : repeatable)) return undefined;
  const backoff = Math.min(LONGEST_BACKOFF_MS, FIRST_PAUSE_MS * 2 ** (tries - 1));
  const asked = (answer?.retryAfterSeconds ?? 0) * 1000;
  if (asked > LONGEST_PAUSE_MS) return undefined;
  return Math.max(backoff, asked) * (1 + random / 4);
}

function canSucceedLater(answer: FailedAnswer, repeatable: boolean): boolean {
  const code = codeOf(answer);
  if (code === 'in_progress' || code === 'unavailable') return true;
  const byProxy = code === 'unknown' && [502, 503, 504].includes(answer.status);
  return byProxy && (repeatable || answer.status === 503);
}

/**
 * The `Retry-After` of a response in seconds, which may be given as a time (RFC 9110, section 10.2.3).
 *
 * @param now ms since 1970
 */
export function retryAfterSeconds(value: string | null, now: number): number | undefined {
  if (value === null || value.trim() === '') return undefined;
  const seconds = /^\d+$/.test(value.trim()) ? Number(value) : (Date.parse(value) - now) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/** Resolves after `ms`; rejects with the signal's reason when that is aborted before. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
