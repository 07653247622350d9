import { inBatches } from '@styling/service';
import { reachDatabase } from './reach-database.ts';

/** Those who share one statement, so that what it gives stays small. */
const MOST = 50;
/** One connection that hangs may not hold up all who come after; the pool waits as long for a new one. */
const WITHIN_MS = 5_000;

/**
 * For what many ask at the same moment: they share a statement that begins after they came, so that no answer is older
 * than its question. Under load small statements and their round trips are most of what a query costs.
 *
 * @param read answers those who ask, one result for each in their order, by one statement that only reads
 * @returns asks for one; throws ServiceError `unavailable` when the database cannot be reached or does not answer in time,
 *   other errors as they are
 */
export const sharedStatement = <Asked, Result>(
  read: (asked: readonly Asked[]) => Promise<readonly Result[]>,
): ((asked: Asked) => Promise<Result>) =>
  inBatches((asked: readonly Asked[]) => reachDatabase(() => read(asked)), { most: MOST, withinMs: WITHIN_MS });
