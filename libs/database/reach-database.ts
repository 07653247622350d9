import { ServiceError } from '@styling/service';

const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
/** Messages of pg errors without a code: pool and query time-outs, and closed connections. */
const PG_MESSAGES = /timeout exceeded when trying to connect|connection terminated|query read timeout|not queryable/i;
/** SQLSTATEs: connection exceptions, server shutdown and start-up, too many connections. */
const SQL_STATES = /^(08...|57P0[1-3]|53300)$/;

/** Whether the database was unreachable, as opposed to having rejected a statement. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = String((error as { code?: unknown }).code ?? '');
  if (SOCKET_CODES.has(code) || SQL_STATES.test(code) || PG_MESSAGES.test(error.message)) return true;
  return error instanceof AggregateError && error.errors.some(isUnreachable);
}

/**
 * Runs `work` on the database.
 *
 * @throws ServiceError `unavailable` if the database is unreachable; other errors unchanged
 */
export async function reachDatabase<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isUnreachable(error) ? new ServiceError('unavailable', {}, { cause: error }) : error;
  }
}
