import { isNothingPaid, toServiceError } from '@styling/service';
import type { CallOutcome } from './circuit.ts';
import type { Provider } from './provider.ts';

/**
 * How a failed call counts for its provider's circuit. An error of the request, a refusal by a content filter too, is an answer. A
 * call that was aborted does not count: the request was cancelled, or this process leaves it.
 */
export function outcomeOf(error: unknown, signal: AbortSignal): CallOutcome {
  if (signal.aborted) return 'neither';
  return toServiceError(error).status >= 500 ? 'fault' : 'answered';
}

/**
 * Tells which other providers may be asked after a failed call: `all` if the failure is the provider's and nothing was paid, or the provider costs
 * nothing; `free`, those that cost nothing, if the provider was unavailable and may have been paid; else `none`.
 */
export function othersAfter(
  error: unknown,
  { isPaid }: Pick<Provider, 'isPaid'>,
  signal: AbortSignal,
): 'all' | 'free' | 'none' {
  const failure = toServiceError(error);
  if (outcomeOf(error, signal) !== 'fault' || failure.code === 'deadline_exceeded') return 'none';
  if (!isPaid || isNothingPaid(failure)) return 'all';
  return failure.code === 'unavailable' ? 'free' : 'none';
}
