import type { VendorError } from '@styling/model-api';

/** Attempts per candidate where nothing was paid: the first and one retry. */
const TRIES = 2;
/** After these another prediction would not help, or could be paid for twice. */
const FINAL: readonly VendorError['kind'][] = ['refused', 'ambiguous', 'deadline', 'denied'];
/** Nothing was created. */
const UNUSED: readonly VendorError['kind'][] = ['unreachable', 'throttled'];
/** A prediction was paid for, or may have been: a gateway answers 503 although the API has begun it. */
const MAY_BE_PAID: readonly VendorError['kind'][] = ['unavailable', 'expired'];

/** The number that stands for: no attempt is left. */
export const noAttemptOf = (candidates: number): number => candidates * TRIES;

/** Whether this is the one attempt that follows an attempt that may have been paid. */
export const isAfterPaid = (attempt: number, candidates: number): boolean => attempt > noAttemptOf(candidates);

/** The candidate that an attempt belongs to; out of range if no attempt is left. Attempts count from 0. */
export const candidateOf = (attempt: number, candidates: number): number =>
  attempt < noAttemptOf(candidates) ? Math.floor(attempt / TRIES) : attempt - noAttemptOf(candidates) - 1;

/**
 * The attempt after one that may have been paid: one more of the same candidate, and none after that. It has a number beyond all others,
 * so that the checkpoint says it.
 */
export const attemptAfterPaid = (attempt: number, candidates: number): number | undefined =>
  isAfterPaid(attempt, candidates) ? undefined : noAttemptOf(candidates) + 1 + candidateOf(attempt, candidates);

/**
 * The attempt after a failed one: the same one if nothing was created, the same model again if the error is retryable, else the next
 * model; see {@link attemptAfterPaid}. Undefined if no model is left, or after what is final.
 */
export function nextAttempt(attempt: number, error: VendorError, candidates: number): number | undefined {
  if (FINAL.includes(error.kind)) return undefined;
  if (UNUSED.includes(error.kind)) return attempt;
  if (MAY_BE_PAID.includes(error.kind) || isAfterPaid(attempt, candidates))
    return attemptAfterPaid(attempt, candidates);
  const next = error.retryable ? attempt + 1 : (candidateOf(attempt, candidates) + 1) * TRIES;
  return next < noAttemptOf(candidates) ? next : undefined;
}
