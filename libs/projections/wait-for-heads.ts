import { type Bus, LOG_START, recogniseLog } from '@styling/bus';
import type { Kysely } from 'kysely';
import { readLogPositions, type Sourced } from './checkpoint.ts';
import { headsOf } from './heads.ts';
import { waitForCheckpoint } from './wait-for-checkpoint.ts';

/**
 * Waits until all that the sources hold now is projected, by any replica, and checks that they are the logs in which the
 * checkpoints were reached.
 *
 * @param options.timeoutMs default 5 s
 * @throws ServiceError `unavailable` when it is not projected in time; UnrecognisedLogError; errors of bus and database
 */
export async function waitForHeads<DB>(
  bus: Bus,
  db: Kysely<DB>,
  { name, sources }: Sourced,
  options?: { timeoutMs?: number },
): Promise<void> {
  await waitForCheckpoint(db, name, await headsOf(bus, sources), options);
  const positions = await readLogPositions(db, name);
  for (const source of sources) await recogniseLog(bus, source, positions[source] ?? LOG_START);
}
