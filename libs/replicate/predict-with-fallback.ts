import { ServiceError } from '@styling/service';
import { candidateOf, fromMemo, nextAttempt, toMemo } from './next-attempt.ts';
import { type Candidate, type Order, type PredictDependencies, predict } from './predict.ts';
import type { Prediction } from './prediction.ts';
import { ReplicateError, toPublicError } from './replicate-error.ts';

export type FallbackOrder = Omit<Order, keyof Candidate> & {
  /** The best first; the next should be another vendor's. */
  readonly candidates: readonly [Candidate, ...Candidate[]];
};

/** Before another attempt, in ms: what is short of capacity is not asked again at once. */
const PAUSE_MS = 1_000;

/**
 * Makes a prediction with the first model that can: each gets one retry after a failure that is said to pass, then the
 * next takes over. What is remembered tells which attempt it was, so that a resumed request goes on where it stood.
 *
 * @throws ServiceError `content_refused`, `deadline_exceeded`, `unavailable`, `internal`, each with its ReplicateError as cause
 * @throws ServiceError `unavailable` when `signal` is aborted: whoever is asked next goes on; whatever `remember` throws
 */
export async function predictWithFallback(
  deps: PredictDependencies,
  { candidates, remember, ...order }: FallbackOrder,
): Promise<Prediction> {
  let memo = fromMemo(await remember.load());
  let attempt = memo?.attempt ?? 0;
  for (;;) {
    const candidate = candidates[candidateOf(attempt)];
    if (!candidate) throw new Error(`attempt ${attempt} of ${candidates.length} models`);
    const id = memo?.id ?? null;
    const now = attempt;
    try {
      return await predict(deps, {
        ...order,
        ...candidate,
        remember: { load: async () => id, save: (created) => remember.save(toMemo(now, created)) },
      });
    } catch (error) {
      if (order.signal.aborted) throw leaving(order.signal);
      if (!(error instanceof ReplicateError)) throw error;
      const next = nextAttempt(attempt, error, candidates.length);
      if (next === undefined) throw toPublicError(error);
      deps.log.warn({ model: candidate.model, kind: error.kind, code: error.code }, 'prediction failed, trying again');
      await deps.sleep(PAUSE_MS * (0.5 + deps.random() / 2), order.signal);
      if (order.signal.aborted) throw leaving(order.signal);
      attempt = next;
      memo = null;
    }
  }
}

const leaving = ({ reason }: AbortSignal) => new ServiceError('unavailable', {}, { cause: reason });
