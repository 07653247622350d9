import { pause, ServiceError } from '@styling/service';
import type { Kysely } from 'kysely';
import { readCheckpoint } from './checkpoint.ts';

const LONGEST_PAUSE_MS = 50;

/**
 * Waits until projection `name` has taken in the log up to `seq`, so that a query sees whatever was acknowledged before
 * it was asked. One small query when it already has.
 *
 * @param options.timeoutMs 5 s unless told
 * @throws ServiceError `unavailable` when it does not get there in time
 */
export async function waitForCheckpoint<DB>(
  db: Kysely<DB>,
  name: string,
  seq: number,
  options: { timeoutMs?: number } = {},
): Promise<void> {
  if (seq === 0) return;
  const { timeoutMs = 5_000 } = options;
  const deadline = Date.now() + timeoutMs;
  for (let wait = 1; ; wait = Math.min(LONGEST_PAUSE_MS, wait * 2)) {
    const reached = await readCheckpoint(db, name);
    if (reached >= seq) return;
    if (Date.now() + wait >= deadline) {
      const cause = new Error(`projection ${name} is at ${reached}, not at ${seq}, after ${timeoutMs} ms`);
      throw new ServiceError('unavailable', {}, { cause });
    }
    await pause(wait);
  }
}
