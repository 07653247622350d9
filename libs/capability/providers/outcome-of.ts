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
 * Whether another provider may be asked after a failed call: the failure is the provider's, and nothing was paid, or the
 * provider costs nothing.
 */
export function mayFallBack(error: unknown, { isPaid }: Pick<Provider, 'isPaid'>, signal: AbortSignal): boolean {
  if (outcomeOf(error, signal) !== 'fault') return false;
  const failure = toServiceError(error);
  return failure.code !== 'deadline_exceeded' && (!isPaid || isNothingPaid(failure));
}
