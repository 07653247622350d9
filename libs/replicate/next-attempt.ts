import type { VendorError } from '@styling/model-api';

/** Attempts per candidate: the first and one retry. */
const TRIES = 2;
/** After these another prediction would not help, or could be paid for twice. */
const FINAL: readonly VendorError['kind'][] = ['refused', 'ambiguous', 'deadline', 'denied'];
/** Nothing was created. */
const UNUSED: readonly VendorError['kind'][] = ['unreachable', 'throttled'];

/** The candidate an attempt belongs to. Attempts count from 0. */
export const candidateOf = (attempt: number): number => Math.floor(attempt / TRIES);

/** Attempts of so many candidates together. */
export const attemptsOf = (candidates: number): number => candidates * TRIES;

/**
 * The attempt after a failed one: the same one if nothing was created, the same model again if the error is retryable, else the next
 * model. Undefined if no
 * model is left, or after what is final. A result that was paid for and is gone is asked for once more, of the same model.
 */
export function nextAttempt(attempt: number, error: VendorError, candidates: number): number | undefined {
  if (FINAL.includes(error.kind)) return undefined;
  if (UNUSED.includes(error.kind)) return attempt;
  if (error.kind === 'expired' && attempt % TRIES > 0) return undefined;
  const next = error.retryable ? attempt + 1 : (candidateOf(attempt) + 1) * TRIES;
  return candidateOf(next) < candidates ? next : undefined;
}
