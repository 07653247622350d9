import { inBatches, ServiceError } from '@styling/service';

const SOCKET_CODES = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;
/** pg errors without a code: time-outs and closed connections. */
const PG_MESSAGES = /timeout exceeded when trying to connect|connection terminated|query read timeout|not queryable/i;
/** SQLSTATEs: connection exceptions, server shutdown and start-up, too many connections. */
const SQL_STATES = /^(08...|57P0[1-3]|53300)$/;
/** Requests per statement, to bound its result. */
const MOST_AT_ONCE = 50;
/** A hanging connection must not block later requests; new connections have the same time-out. */
const WITHIN_MS = 5_000;

/** Whether the database was unreachable, as opposed to having rejected a statement. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = String((error as { code?: unknown }).code ?? '');
  if (SOCKET_CODES.test(code) || SQL_STATES.test(code) || PG_MESSAGES.test(error.message)) return true;
  return error instanceof AggregateError && error.errors.some(isUnreachable);
}

/** Runs `work`. @throws ServiceError `unavailable` if the database is unreachable; other errors unchanged */
export async function reachDatabase<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isUnreachable(error) ? new ServiceError('unavailable', {}, { cause: error }) : error;
  }
}

/**
 * Lets concurrent requests share one read-only statement, started after they arrived; `read` returns a result for each,
 * in order. @throws ServiceError `unavailable` if the database is unreachable or too slow; other errors unchanged
 */
export const sharedStatement = <Asked, Result>(
  read: (asked: readonly Asked[]) => Promise<readonly Result[]>,
): ((asked: Asked) => Promise<Result>) =>
  inBatches((asked: readonly Asked[]) => reachDatabase(() => read(asked)), { most: MOST_AT_ONCE, withinMs: WITHIN_MS });
