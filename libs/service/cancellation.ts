import { ServiceError } from './errors.ts';

/**
 * Why the work of `signal` was cancelled for good: the error with which its request ends. Undefined while it goes on, and when
 * only this process leaves it, for a redelivery to continue.
 */
export const cancellationOf = (signal: AbortSignal | undefined): ServiceError | undefined =>
  signal?.aborted && signal.reason instanceof ServiceError ? signal.reason : undefined;
