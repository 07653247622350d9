import { pause } from './pause.ts';
import type { Running } from './run.ts';

/**
 * Does `work` every `intervalMs` until stopped, one run at a time: the wait begins when a run ends. A failed run goes to
 * `onError` and is followed by the next.
 *
 * @returns a {@link Running} whose stop waits for the run that is under way
 */
export function repeat(intervalMs: number, work: () => Promise<unknown>, onError: (error: unknown) => void): Running {
  const stopped = new AbortController();
  const loop = (async () => {
    while (!stopped.signal.aborted) {
      await work().catch(onError);
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
