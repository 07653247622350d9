import type { ReplicateError } from './replicate-error.ts';

/** Attempts per candidate: the first and one retry. */
const TRIES = 2;

/** The candidate an attempt belongs to. Attempts count from 0. */
export const candidateOf = (attempt: number): number => Math.floor(attempt / TRIES);

/**
 * The attempt after a failed one: the same model again if the error is retryable, else the next model. Undefined if no
 * model is left, or if another prediction would not help or could be paid for twice.
 */
export function nextAttempt(attempt: number, error: ReplicateError, candidates: number): number | undefined {
  if (['refused', 'ambiguous', 'deadline', 'throttled'].includes(error.kind)) return undefined;
  const next = error.retryable ? attempt + 1 : (candidateOf(attempt) + 1) * TRIES;
  return candidateOf(next) < candidates ? next : undefined;
}

/** Encodes an attempt's number and its prediction's id for a checkpoint. */
export const toCheckpoint = (attempt: number, id: string): string => `${attempt}/${id}`;

/** Decodes what {@link toCheckpoint} wrote; null for anything else. */
export function fromCheckpoint(saved: string | null): { attempt: number; id: string } | null {
  const [, attempt, id] = /^(\d+)\/(.+)$/.exec(saved ?? '') ?? [];
  return attempt !== undefined && id !== undefined ? { attempt: Number(attempt), id } : null;
}
