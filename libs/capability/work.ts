import type { Bus } from '@styling/bus';
import type { ImageCreated, ReportProgress, RequestAccepted, RequestResult } from '@styling/contracts';
import { type ObjectStore, objectNames } from '@styling/objectstore';
import type { Charge } from '@styling/providers';
import type { Logger } from '@styling/telemetry';

/** Dependencies of every capability. */
export type CapabilityDependencies = {
  readonly bus: Bus;
  readonly store: ObjectStore;
  readonly clock: () => Date;
  readonly log: Logger;
  /** Time without heartbeats after which another worker takes over a job; default 10 s. */
  readonly ackWaitMs?: number;
};

/**
 * A job may take minutes, its heartbeats come every third of this. A request that takes every worker with it is given up
 * at its eleventh delivery: at this pace that is before its client is answered 504.
 */
export const DEFAULT_ACK_WAIT_SECONDS = 10;

/** Source of the events of a capability. */
export const sourceOf = (capability: string): string => `/services/${capability}`;

/** The circumstances of one piece of work that a provider does for a request, besides what it is asked for. */
export type Work = {
  /** Deadline of the provider: some seconds before that of the request. */
  readonly deadline: Date;
  /**
   * Aborted when the work is to stop. `cancellationOf(signal)` is the reason: the error with which the request ends if it was
   * cancelled, so that the provider is asked to stop; undefined if this process shuts down, and a redelivery
   * resumes.
   */
  readonly signal: AbortSignal;
  /** Takes note of how far it is. */
  readonly progress: ReportProgress;
  /**
   * Called for everything that the provider charges for, also of what fails; again after a redelivery. After it no other
   * provider is asked. Never throws.
   */
  readonly charged?: (charge: Charge) => void;
  /** Prefix of the objects in which the provider stores its checkpoint state for a redelivery; deleted with the input. */
  readonly checkpointPrefix: string;
};

/** Left of a request's time for what was finished by the deadline of the work: to fetch, store and announce it, in ms. */
const MOST_MARGIN_MS = 5_000;
/** Share of a short remaining time that is kept as a margin. */
const MARGIN_SHARE = 0.1;

/** Deadline of the work of a request, early enough to deliver its result. */
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

/** One delivery of a request. */
export type Delivery = {
  /** 1 for the first. */
  readonly deliveries: number;
  readonly lastAttempt: boolean;
  /** See `Work`. */
  readonly signal: AbortSignal;
  /** Default: not reported. */
  readonly progress?: ReportProgress;
};

/** Outcome of a request: its result is in the store, and these images were made on the way. */
export type Performed = {
  readonly result: RequestResult;
  readonly images: readonly ImageCreated[];
  /** Whether checkpoint state may exist under the request's prefix: then it is deleted with the input. */
  readonly hasCheckpoints: boolean;
  /** Cost of the day; default: all that was reserved for it. */
  readonly cost?: number;
  /** Approximations in a result that is none of these images. */
  readonly approximations?: readonly string[];
};

/**
 * Does the work of one request, or what an earlier delivery left of it. Faults of the request are ServiceErrors of status
 * 4xx. At the last attempt, what is `unavailable` stays so: it may make do without.
 */
export type Perform = (request: RequestAccepted['data'], delivery: Delivery) => Promise<Performed>;

/** Whether there may be something in the store from an earlier delivery of the same request. */
export const isRedelivery = ({ deliveries }: Delivery): boolean => deliveries > 1;

/** Reports of `count` pieces of work that run side by side, from `begin` to `end` of the whole. */
export function sharesOf(report: ReportProgress, count: number, begin: number, end: number): ReportProgress[] {
  const done = Array.from({ length: count }, () => 0);
  return done.map((_, index) => (stage, fraction) => {
    done[index] = Math.max(done[index] ?? 0, fraction);
    report(stage, begin + ((end - begin) * done.reduce((sum, one) => sum + one, 0)) / count);
  });
}
