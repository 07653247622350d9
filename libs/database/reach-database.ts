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
/** What pg says without a code: pool and query timeouts, and a server that hung up. */
const PG_MESSAGES = /timeout exceeded when trying to connect|connection terminated|query read timeout|not queryable/i;
/** SQLSTATE: connection exceptions, shutdown and start-up of the server, no connection left. */
const SQL_STATES = /^(08...|57P0[1-3]|53300)$/;

/** Whether the database could not be reached, as opposed to having refused what it was asked. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = String((error as { code?: unknown }).code ?? '');
  if (SOCKET_CODES.has(code) || SQL_STATES.test(code) || PG_MESSAGES.test(error.message)) return true;
  return error instanceof AggregateError && error.errors.some(isUnreachable);
}

/**
 * Runs `work` on the database.
 *
 * @throws ServiceError `unavailable` when the database cannot be reached; other errors as they are
 */
export async function reachDatabase<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isUnreachable(error) ? new ServiceError('unavailable', {}, { cause: error }) : error;
  }
}
