import type { ReportProgress, RequestAccepted } from '@styling/contracts';
import { objectNames } from '@styling/objectstore';
import type { Charge } from '@styling/providers';
import type { Delivery } from './handle-request.ts';

/** The circumstances of one piece of work that a provider does for a request, besides what it is asked for. */
export type Work = {
  /** When the provider has to give up: some seconds before nobody waits for the request any longer. */
  readonly deadline: Date;
  /**
   * Aborted when the work is to stop. `cancellationOf(signal)` is the reason: the error with which the request ends if it was
   * cancelled, so that the provider is asked to stop; undefined if this process shuts down, and a redelivery
   * resumes.
   */
  readonly signal: AbortSignal;
  /** Takes note of how far it is. */
  readonly progress: ReportProgress;
  /** Called for everything that the provider charges for, also of what fails; again after a redelivery. After it no other provider is asked. Never throws. */
  readonly charged?: (charge: Charge) => void;
  /** Prefix of the objects in which the provider stores its checkpoint state for a redelivery; deleted with the input. */
  readonly checkpointPrefix: string;
};

/** Left of a request's time for what was finished by the deadline of the work: to fetch, store and announce it, in ms. */
const MOST_MARGIN_MS = 5_000;
/** Share of a short remaining time that is kept as a margin. */
const MARGIN_SHARE = 0.1;

/** When the work of a request has to end, so that what it has made still reaches the client. */
function workDeadline({ received_at, deadline }: Pick<RequestAccepted['data'], 'received_at' | 'deadline'>): Date {
  const end = Date.parse(deadline);
  return new Date(end - Math.min(MOST_MARGIN_MS, MARGIN_SHARE * Math.max(0, end - Date.parse(received_at))));
}

/** @param what is made, unique in the request: an image's id, `result`, … */
export const workOf = (
  request: RequestAccepted['data'],
  what: string,
  { signal, progress = () => {} }: Pick<Delivery, 'signal' | 'progress'>,
): Work => ({
  deadline: workDeadline(request),
  signal,
  progress,
  checkpointPrefix: objectNames.checkpointPrefix(request.request_id, what),
});
