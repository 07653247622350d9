/** Thrown by a handler when a retry cannot help: the event is dead-lettered at once, with `name` as the reason. */
export class PermanentError extends Error {
  override readonly name: string = 'PermanentError';
}

/** What to do with a delivery whose handler threw. */
export type AfterFailure = { readonly do: 'retry'; readonly afterMs: number } | { readonly do: 'dead letter' };

export type Attempts = {
  readonly deliveries: number;
  readonly maxDeliver: number;
  readonly backoffMs: readonly number[];
};

/** Whether to give up an event that seems to crash its process. Stops and lost connections use up deliveries too. */
export const isExhausted = ({ deliveries, maxDeliver }: Pick<Attempts, 'deliveries' | 'maxDeliver'>): boolean =>
  deliveries > 2 * maxDeliver;

/** @param stopped whether the handler was aborted: then the fault is ours, and another replica continues at once */
export function afterFailure(error: unknown, attempts: Attempts, stopped: boolean): AfterFailure {
  if (error instanceof PermanentError) return { do: 'dead letter' };
  if (stopped) return { do: 'retry', afterMs: 0 };
  if (attempts.deliveries >= attempts.maxDeliver) return { do: 'dead letter' };
  return { do: 'retry', afterMs: retryDelay(attempts) };
}

/** The waiting time after delivery n is the n-th of `backoffMs`, or its last. */
export const retryDelay = ({ deliveries, backoffMs }: Attempts): number =>
  backoffMs[Math.min(deliveries, backoffMs.length) - 1] ?? 0;
