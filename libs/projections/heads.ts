import { type Bus, LOG_START, logHead, recogniseLog } from '@styling/bus';
import { inBatches, pause, ServiceError } from '@styling/service';
import type { Kysely } from 'kysely';
import { hasReached, type Positions, readCheckpoints, readLogPositions, type Sourced } from './checkpoint.ts';

const WITHIN_MS = 5_000;
const LONGEST_PAUSE_MS = 50;

/** The heads of `sources` now. @throws ServiceError `unavailable` */
export async function headsOf(bus: Bus, sources: readonly string[]): Promise<Positions> {
  return Object.fromEntries(await Promise.all(sources.map(async (source) => [source, await logHead(bus, source)])));
}

/** {@link headsOf} for concurrent callers: they share requests that start after they called. */
export function sharedHeads(bus: Bus, sources: readonly string[]): () => Promise<Positions> {
  const heads = inBatches(async (askers: readonly undefined[]) => {
    const positions = await headsOf(bus, sources);
    return askers.map(() => positions);
  });
  return () => heads(undefined);
}

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
  { timeoutMs = WITHIN_MS, onBehind }: { timeoutMs?: number; onBehind?: () => void } = {},
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (let wait = 1; ; wait = Math.min(LONGEST_PAUSE_MS, wait * 2)) {
    const actual = await readCheckpoints(db, name);
    if (hasReached(actual, wanted)) return;
    onBehind?.();
    if (Date.now() + wait >= deadline) {
      const [at, not] = [actual, wanted].map((positions) => JSON.stringify(positions));
      const cause = new Error(`projection ${name} is at ${at}, not at ${not}, after ${timeoutMs} ms`);
      throw new ServiceError('unavailable', {}, { cause });
    }
    await pause(wait);
  }
}

/**
 * Checks that the sources are the logs in which the checkpoints were reached, and waits until all that they hold now is
 * projected, by any replica.
 *
 * @param options.timeoutMs default 5 s
 * @throws ServiceError `unavailable` when they are not, or cannot be compared, or it is not projected in time; errors of the database
 */
export async function waitForHeads<DB>(
  bus: Bus,
  db: Kysely<DB>,
  { name, sources }: Sourced,
  options?: { timeoutMs?: number },
): Promise<void> {
  const heads = await headsOf(bus, sources);
  const positions = await readLogPositions(db, name);
  const comparing = sources.map((source) => recogniseLog(bus, source, positions[source] ?? LOG_START));
  await Promise.all(comparing).catch((cause) => {
    throw new ServiceError('unavailable', {}, { cause });
  });
  await waitForCheckpoint(db, name, heads, options);
}
