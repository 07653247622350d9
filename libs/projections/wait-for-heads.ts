import { type Bus, LOG_START, recogniseLog } from '@styling/bus';
import { ServiceError } from '@styling/service';
import type { Kysely } from 'kysely';
import { readLogPositions, type Sourced } from './checkpoint.ts';
import { headsOf } from './heads.ts';
import { waitForCheckpoint } from './wait-for-checkpoint.ts';

/**
 * Checks that the sources are the logs in which the checkpoints were reached, and waits until all that they hold now is projected, by
 * any replica.
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
