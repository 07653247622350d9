import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves after `ms`, or early, without an error, when `signal` is aborted. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, signal ? { signal } : {});
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
}

/** Exponential back-off in ms before retry `attempt` (from 0); `random` (0 to 1) takes off up to half as jitter. */
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
 * Runs `work` until stopped, `intervalMs` apart; failures go to `onError` and do not end the loop. `stop` aborts the
 * signal and waits for the current run.
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
