import { inBatches } from '@styling/service';
import { reachDatabase } from './reach-database.ts';

/** Maximum number of requests per statement, to bound its result. */
const MOST = 50;
/** A hanging connection must not block later requests; the pool uses the same time-out for new connections. */
const WITHIN_MS = 5_000;

/**
 * Lets concurrent requests share one read-only statement, because under load most of the cost of a small query is its
 * overhead. The statement starts after its requests arrived, so that no result is stale.
 *
 * @param read runs one statement for all requests; returns one result per request, in order
 * @returns a function for one request; it throws ServiceError `unavailable` if the database is unreachable or too slow,
 *   other errors unchanged
 */
export const sharedStatement = <Asked, Result>(
  read: (asked: readonly Asked[]) => Promise<readonly Result[]>,
): ((asked: Asked) => Promise<Result>) =>
  inBatches((asked: readonly Asked[]) => reachDatabase(() => read(asked)), { most: MOST, withinMs: WITHIN_MS });
