import { pause } from './pause.ts';

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
