import { cancellationOf, ServiceError } from '@styling/service';
import { candidateOf, fromCheckpoint, nextAttempt, toCheckpoint } from './next-attempt.ts';
import { type Candidate, type Order, type PredictDependencies, predict } from './predict.ts';
import type { Prediction } from './prediction.ts';
import { ReplicateError, toPublicError } from './replicate-error.ts';

export type FallbackOrder = Omit<Order, keyof Candidate> & {
  /** In order of preference; the next one should be another vendor's. */
  readonly candidates: readonly Candidate[];
};

/** Pause before another attempt, in ms: lack of capacity does not pass at once. */
const PAUSE_MS = 1_000;

/**
 * Makes a prediction with the first model that succeeds: each gets one retry after a retryable failure, then the next one
 * is tried. The checkpoint holds the number of the attempt, so that a resumed request continues with it.
 *
 * @throws ServiceError `content_refused`, `deadline_exceeded`, `unavailable`, `internal`, with the ReplicateError as cause
 * @throws ServiceError when `signal` is aborted: that with which the request was cancelled, else `unavailable`, so that another
 *   worker resumes; whatever `checkpoint` throws
 */
export async function predictWithFallback(
  deps: PredictDependencies,
  { candidates, checkpoint, ...order }: FallbackOrder,
): Promise<Prediction> {
  let saved = fromCheckpoint(await checkpoint.load());
  let attempt = saved?.attempt ?? 0;
  for (;;) {
    const candidate = candidates[candidateOf(attempt)];
    if (!candidate) throw new Error(`attempt ${attempt} of ${candidates.length} models`);
    const id = saved?.id ?? null;
    const now = attempt;
    try {
      return await predict(deps, {
        ...order,
        ...candidate,
        checkpoint: { load: async () => id, save: (created) => checkpoint.save(toCheckpoint(now, created)) },
      });
    } catch (error) {
      if (order.signal.aborted) throw aborted(order.signal);
      if (!(error instanceof ReplicateError)) throw error;
      const next = nextAttempt(attempt, error, candidates.length);
      if (next === undefined) throw toPublicError(error);
      deps.log.warn({ model: candidate.model, kind: error.kind, code: error.code }, 'prediction failed; will retry');
      await deps.sleep(PAUSE_MS * (0.5 + deps.random() / 2), order.signal);
      if (order.signal.aborted) throw aborted(order.signal);
      attempt = next;
      saved = null;
    }
  }
}

const aborted = (signal: AbortSignal) =>
  cancellationOf(signal) ?? new ServiceError('unavailable', {}, { cause: signal.reason });
