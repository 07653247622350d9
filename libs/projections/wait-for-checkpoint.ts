import { pause, ServiceError } from '@styling/service';
import type { Kysely } from 'kysely';
import { hasReached, type Positions, readCheckpoints } from './checkpoint.ts';

const LONGEST_PAUSE_MS = 50;

/**
 * Waits until projection `name` has reached the `wanted` positions. One small query when it already has.
 *
 * @param options.timeoutMs default 5 s
 * @param options.onBehind called each time that it is not there yet
 * @throws ServiceError `unavailable` when it does not get there in time
 */
export async function waitForCheckpoint<DB>(
  db: Kysely<DB>,
  name: string,
  wanted: Positions,
  options: { timeoutMs?: number; onBehind?: () => void } = {},
): Promise<void> {
  if (hasReached({}, wanted)) return;
  const { timeoutMs = 5_000 } = options;
  const deadline = Date.now() + timeoutMs;
  for (let wait = 1; ; wait = Math.min(LONGEST_PAUSE_MS, wait * 2)) {
    const actual = await readCheckpoints(db, name);
    if (hasReached(actual, wanted)) return;
    options.onBehind?.();
    if (Date.now() + wait >= deadline) {
      const [at, not] = [actual, wanted].map((positions) => JSON.stringify(positions));
      const cause = new Error(`projection ${name} is at ${at}, not at ${not}, after ${timeoutMs} ms`);
      throw new ServiceError('unavailable', {}, { cause });
    }
    await pause(wait);
  }
}
