import type { ReplicateError } from './replicate-error.ts';

/** Each candidate has its first try and one more. */
const TRIES = 2;

/** Which candidate an attempt belongs to. Attempts count from 0. */
export const candidateOf = (attempt: number): number => Math.floor(attempt / TRIES);

/**
 * The attempt that follows a failed one: the same model once more when that is promising, else the next one; undefined
 * when there is none, or when another prediction would not help or could be paid for twice.
 */
export function nextAttempt(attempt: number, error: ReplicateError, candidates: number): number | undefined {
  if (['refused', 'ambiguous', 'deadline', 'throttled'].includes(error.kind)) return undefined;
  const next = error.retryable ? attempt + 1 : (candidateOf(attempt) + 1) * TRIES;
  return candidateOf(next) < candidates ? next : undefined;
}

/** What is remembered of an attempt: its number and its prediction's id. */
export const toMemo = (attempt: number, id: string): string => `${attempt}/${id}`;

/** Reads what {@link toMemo} wrote; null for null and anything else. */
export function fromMemo(memo: string | null): { attempt: number; id: string } | null {
  const [, attempt, id] = /^(\d+)\/(.+)$/.exec(memo ?? '') ?? [];
  return attempt !== undefined && id !== undefined ? { attempt: Number(attempt), id } : null;
}
