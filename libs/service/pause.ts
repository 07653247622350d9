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
  // Called for every statement: an aborted `pause` would make an error with a stack each time.
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, ms, false);
  const settled = () => resolve(true);
  work.then(settled, settled);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}
