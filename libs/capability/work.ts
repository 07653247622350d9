import type { ReportProgress, RequestAccepted } from '@styling/contracts';
import { objectNames } from '@styling/objectstore';
import type { Delivery } from './handle-request.ts';

/** What a provider charges for a piece of work. */
export type Charge = {
  /** The vendor's id of what it charges for, the same whenever it is told. */
  readonly id: string;
  readonly model: string;
  readonly usd: number;
};

/** The circumstances of one piece of work that a provider does for a request, besides what it is asked for. */
export type Work = {
  /** When the provider has to give up: some seconds before nobody waits for the request any longer. */
  readonly deadline: Date;
  /**
   * Aborted when the work is to stop. `cancellationOf(signal)` tells why: the error with which the request ends if it was
   * cancelled, so that the provider is asked to stop; undefined if this process shuts down, and a redelivery
   * resumes.
   */
  readonly signal: AbortSignal;
  /** Takes note of how far it is. */
  readonly progress: ReportProgress;
  /** To be told of everything that the provider charges for, also of what fails; again after a redelivery. Never throws. */
  readonly charged?: (charge: Charge) => void;
  /** Prefix of the objects in which the provider stores its checkpoint state for a redelivery; deleted with the input. */
  readonly checkpointPrefix: string;
};

/** Left of a request's time for what was finished by the deadline of the work: to fetch, store and announce it, in ms. */
const MARGIN_MS = 5_000;

/** @param what is made, unique in the request: an image's id, `result`, … */
export const workOf = (
  { request_id, deadline }: RequestAccepted['data'],
  what: string,
  { signal, progress = () => {} }: Pick<Delivery, 'signal' | 'progress'>,
): Work => ({
  deadline: new Date(Date.parse(deadline) - MARGIN_MS),
  signal,
  progress,
  checkpointPrefix: objectNames.checkpointPrefix(request_id, what),
});
