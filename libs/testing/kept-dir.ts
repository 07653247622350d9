import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

let isEnding = false;

/**
 * The folder for servers that a process keeps from one test file to the next, removed at the end of the run; undefined outside of a run,
 * where nothing would remove it.
 */
export async function keptDir(): Promise<string | undefined> {
  const { STYLING_TEST_RUN: run } = process.env;
  if (!run) return undefined;
  if (!isEnding) {
    isEnding = true;
    // Vitest ends its processes by a signal, and servers are told to stop when their process exits.
    process.once('SIGTERM', () => process.exit());
  }
  const folder = join(run, 'kept');
  await mkdir(folder, { recursive: true, mode: 0o755 });
  return folder;
}

/** Whether a server may be kept: it may not once one of the functions that `changing` returns was called. */
export function noticeChanges() {
  let isChanged = false;
  return {
    isAsItWas: () => !isChanged,
    changing:
      <Args extends unknown[]>(change: (...args: Args) => Promise<void>) =>
      (...args: Args): Promise<void> => {
        isChanged = true;
        return change(...args);
      },
  };
}
