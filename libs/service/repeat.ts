import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves after `ms`, or early, without an error, when `signal` is aborted. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, signal ? { signal } : {});
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
}

/**
 * Exponential back-off in ms before retry `attempt` (from 0): doubles from `baseMs` up to `limitMs`; `random` (0 to 1)
 * subtracts up to half as jitter, so that clients that failed together do not retry together.
 */
export const backoff = (attempt: number, baseMs: number, limitMs: number, random: number): number =>
  Math.min(limitMs, baseMs * 2 ** Math.min(attempt, 30)) * (1 - random / 2);

/** Whether `work` settles, either way, within `ms`. Never throws its error. */
export async function settledWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  const { promise: settled, resolve } = Promise.withResolvers<boolean>();
  // Not by an AbortSignal: ending a pause makes two errors, with their stacks, each time.
  const timer = setTimeout(resolve, ms, false);
  const settle = () => resolve(true);
  work.then(settle, settle);
  return settled.finally(() => clearTimeout(timer));
}

/**
 * Runs `work` repeatedly until stopped, pausing `intervalMs` after each run. A failed run is reported to `onError` and does
 * not end the loop.
 *
 * @param work given a signal that is aborted when it is to stop
 * @returns `stop` waits for the current run
 */
export function repeat(
  intervalMs: number,
  work: (stopping: AbortSignal) => Promise<unknown>,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  const stopped = new AbortController();
  const loop = (async () => {
    while (!stopped.signal.aborted) {
      await work(stopped.signal).catch(onError);
      await pause(intervalMs, stopped.signal);
    }
  })();
  return {
    async stop() {
      stopped.abort();
      await loop;
    },
  };
}
