import { S3ServiceException } from '@aws-sdk/client-s3';
import { ServiceError } from '@styling/service';
import { inSpan, timed } from '@styling/telemetry';
import { isRefusal } from './refusal.ts';

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
