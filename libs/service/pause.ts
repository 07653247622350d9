import { setTimeout as sleep } from 'node:timers/promises';

/** Waits `ms`; ends early, without an error, when `signal` is aborted. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, signal ? { signal } : {});
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
}

/**
 * How long to wait before try `attempt` + 1 (the first is 0): doubles from `baseMs` to `limitMs`, of which `random` (0 to
 * 1) takes away up to half, so that those who failed together do not come back together.
 */
export const backoff = (attempt: number, baseMs: number, limitMs: number, random: number): number =>
  Math.min(limitMs, baseMs * 2 ** Math.min(attempt, 30)) * (1 - random / 2);

/** Whether `work` settled, either way, within `ms`. Its failure is not thrown. */
export async function settledWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  const timer = new AbortController();
  const settled = work.then(
    () => true,
    () => true,
  );
  const late = pause(ms, timer.signal).then(() => false);
  try {
    return await Promise.race([settled, late]);
  } finally {
    timer.abort();
  }
}
