import { S3ServiceException } from '@aws-sdk/client-s3';
import { ServiceError } from '@styling/service';
import { inSpan, timed } from '@styling/telemetry';

/**
 * Calls the object store, measured and in a span.
 *
 * @param operation for metrics and traces, no names in it
 * @throws ServiceError with the cause: `internal` if the store refused the call, else `unavailable`
 */
export async function reach<T>(operation: string, call: () => Promise<T>): Promise<T> {
  try {
    const attributes = { 'styling.objectstore.operation': operation };
    return await timed('styling.objectstore.operation.duration', attributes, () =>
      inSpan('objectstore.call', { about: operation, attributes }, call),
    );
  } catch (cause) {
    throw new ServiceError(isRefusal(cause) ? 'internal' : 'unavailable', {}, { cause });
  }
}

/** {@link reach}; null when there is no such object. */
export const reachOrNull = <T>(operation: string, call: () => Promise<T>) => reach(operation, () => absentAsNull(call));

/** Null when what the call is about does not exist; a missing bucket is an error. */
export async function absentAsNull<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await call();
  } catch (error) {
    const isAbsent = error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;
    if (isAbsent && error.name !== 'NoSuchBucket') return null;
    throw error;
  }
}

/** Statuses below 500 of S3 for a call that may succeed later, or for something that does not exist. */
const PASSING_STATUSES = new Set([404, 408, 409, 425, 429]);

/** S3's codes for transient failures with another status: a wrong clock, an expired token, a body damaged on the way. */
const PASSING_CODES = new Set([
  'RequestTimeTooSkewed',
  'RequestExpired',
  'RequestInTheFuture',
  'ExpiredToken',
  'ExpiredTokenException',
  'TokenRefreshRequired',
  'RequestTimeout',
  'SlowDown',
  'Throttling',
  'ThrottlingException',
  'BandwidthLimitExceeded',
  'IncompleteBody',
  'BadDigest',
  'XAmzContentSHA256Mismatch',
  'XAmzContentChecksumMismatch',
]);

/**
 * Whether the store, or a proxy before it, answered that it will not take such a call: an object too large, rights that are
 * missing, an operation that it does not know. Repeating it cannot help. A 400 to a HEAD, which has no reason with it, may be for
 * an expired token.
 */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { httpStatusCode: status } = (error as { $metadata?: { httpStatusCode?: number } }).$metadata ?? {};
  if (status === undefined || PASSING_CODES.has(error.name)) return false;
  // The SDK's name of an answer without a code, as every one to a HEAD is.
  if (status === 400 && error.name === 'Unknown') return false;
  return status === 301 || status === 501 || (status >= 400 && status < 500 && !PASSING_STATUSES.has(status));
}

/** Whether `error`, thrown by an object store, is a refusal. */
export const isRefusedByStore = (error: unknown): boolean => error instanceof ServiceError && isRefusal(error.cause);
