import { ServiceError } from '@styling/service';

/** Statuses below 500 under which S3 means that the same call may succeed later, or that something is not there. */
const PASSING_STATUSES = new Set([404, 408, 409, 425, 429]);

/** S3's codes for what passes although its status says otherwise: a clock, a token that is renewed, a body damaged on the way. */
const PASSING_CODES = new Set([
  ...['RequestTimeTooSkewed', 'RequestExpired', 'RequestInTheFuture'],
  ...['ExpiredToken', 'ExpiredTokenException', 'TokenRefreshRequired'],
  ...['RequestTimeout', 'SlowDown', 'Throttling', 'ThrottlingException', 'BandwidthLimitExceeded'],
  ...['IncompleteBody', 'BadDigest', 'XAmzContentSHA256Mismatch', 'XAmzContentChecksumMismatch'],
]);

/** What the SDK calls an answer without a code, as every one to a HEAD is. */
const NO_CODE = 'Unknown';

/**
 * Whether the store, or a proxy before it, answered that it will not take such a call: an object too large, rights that are
 * missing, an operation that it does not know. Repeating it cannot help. A 400 to a HEAD, which has no reason with it, may be for
 * an expired token.
 */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { httpStatusCode: status } = (error as { $metadata?: { httpStatusCode?: number } }).$metadata ?? {};
  if (status === undefined || PASSING_CODES.has(error.name)) return false;
  if (status === 400 && error.name === NO_CODE) return false;
  return status === 301 || status === 501 || (status >= 400 && status < 500 && !PASSING_STATUSES.has(status));
}

/** Whether `error`, thrown by an object store, is a refusal. */
export const isRefusedByStore = (error: unknown): boolean => error instanceof ServiceError && isRefusal(error.cause);
