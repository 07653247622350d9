import { toPublicError, VendorError } from '@styling/model-api';
import { afterPaid, cancellationOf, ServiceError, toServiceError } from '@styling/service';
import { type AttemptState, fromCheckpoint, toCheckpoint } from './attempt-state.ts';
import { attemptAfterPaid, candidateOf, isAfterPaid, nextAttempt, noAttemptOf } from './next-attempt.ts';
import { type Journal, type Order, type PredictDependencies, predict } from './predict.ts';
import type { Candidate, Checkpoint, Prediction } from './prediction.ts';

export type FallbackOrder = Omit<Order, keyof Candidate | 'journal'> & {
  /** In order of preference; the next one should be another vendor's. */
  readonly candidates: readonly Candidate[];
  readonly checkpoint: Checkpoint;
};

/** Pause before another attempt, in ms: lack of capacity does not pass at once. */
const PAUSE_MS = 1_000;

/**
 * Makes a prediction with the first model that succeeds: each gets one retry after a retryable failure, then the next one
 * is tried. After an attempt that may have been paid, without an output, there is one more and no other. The checkpoint holds the number
 * of the attempt from before its create, so that a redelivery continues there: all deliveries together make as many creates as one
 * may. An attempt whose worker was killed during the create may have been paid.
 *
 * @throws ServiceError `content_refused`, `deadline_exceeded`, `unavailable`, `internal`, with the VendorError as cause
 * @throws ServiceError when `signal` is aborted: that with which the request was cancelled, else `unavailable`, so that another
 *   worker resumes; whatever `checkpoint` and `images` throw
 */
export async function predictWithFallback(
  deps: PredictDependencies,
  { candidates, checkpoint, ...order }: FallbackOrder,
): Promise<Prediction> {
  const { length } = candidates;
  let state = fromCheckpoint(await checkpoint.load());
  if (state.phase === 'creating') {
    deps.log.warn({ attempt: state.attempt }, 'worker ended during a create; will make the next attempt');
    state = { attempt: attemptAfterPaid(state.attempt, length) ?? noAttemptOf(length), phase: 'free' };
  }
  for (;;) {
    const { attempt } = state;
    const candidate = candidates[candidateOf(attempt, length)];
    if (!candidate) throw toPublicError(new VendorError('unavailable', 'earlier deliveries have used all attempts'));
    const thrown = <Thrown>(error: Thrown) => (isAfterPaid(attempt, length) ? afterPaid(toServiceError(error)) : error);
    try {
      return await predict(deps, { ...order, ...candidate, journal: journalOf(checkpoint, state) });
    } catch (error) {
      if (!(error instanceof VendorError)) throw order.signal.aborted ? aborted(order.signal) : thrown(error);
      const next = nextAttempt(attempt, error, length);
      const failure = thrown(toPublicError(error));
      const saving = checkpoint.save(toCheckpoint({ attempt: next ?? noAttemptOf(length), phase: 'free' }));
      if (error.kind === 'ambiguous') {
        // A failed save would have the request delivered again, and paid twice.
        await saving.catch((err) => deps.log.warn({ err }, 'could not save the end of the attempts'));
        throw cancellationOf(order.signal) ?? failure;
      }
      await saving;
      if (order.signal.aborted) throw aborted(order.signal);
      // The API as a whole is away or busy: the next delivery, which comes later and later, goes on.
      if (next === undefined || failure.code === 'unavailable') throw failure;
      deps.log.warn({ model: candidate.model, kind: error.kind, code: error.code }, 'prediction failed; will retry');
      await deps.sleep(PAUSE_MS * (0.5 + deps.random() / 2), order.signal);
      if (order.signal.aborted) throw aborted(order.signal);
      state = { attempt: next, phase: 'free' };
    }
  }
}

const journalOf = (checkpoint: Checkpoint, { attempt, phase, id }: AttemptState): Journal => {
  const save = (state: AttemptState) => checkpoint.save(toCheckpoint(state));
  return {
    known: id === undefined ? null : { id, isCounted: phase === 'counted' },
    creating: () => save({ attempt, phase: 'creating' }),
    notCreated: () => save({ attempt, phase: 'free' }),
    created: (created) => save({ attempt, phase: 'created', id: created }),
    counted: (created) => save({ attempt, phase: 'counted', id: created }),
  };
};

const aborted = (signal: AbortSignal) =>
  cancellationOf(signal) ?? new ServiceError('unavailable', {}, { cause: signal.reason });
