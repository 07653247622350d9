import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Calls `probe` every `everyMs` until it returns true.
 * @returns false when `timeoutMs` passed before that. Errors of `probe` are passed on.
 */
export async function waitUntil(
  probe: () => boolean | Promise<boolean>,
  { timeoutMs, everyMs = 20 }: { timeoutMs: number; everyMs?: number },
): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    if (await probe()) return true;
    if (performance.now() >= deadline) return false;
    await sleep(everyMs);
  }
}
