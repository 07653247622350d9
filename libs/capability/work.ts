import type { Bus } from '@styling/bus';
import type { ImageCreated, ReportProgress, RequestAccepted, RequestResult } from '@styling/contracts';
import type { SignPicture } from '@styling/imaging';
import { type ObjectStore, objectNames } from '@styling/objectstore';
import type { ModelWork } from '@styling/providers';
import type { Logger } from '@styling/telemetry';

export type CapabilityDependencies = {
  readonly bus: Bus;
  readonly store: ObjectStore;
  readonly clock: () => Date;
  readonly log: Logger;
  /** Adds Content Credentials; absent without a certificate. */
  readonly signPicture?: SignPicture | undefined;
  /** Time without heartbeats after which another worker takes over a job; default 10 s. */
  readonly ackWaitMs?: number;
};

/** Heartbeats come every third of it; the 11th delivery gives up a request that kills its workers, before the 504. */
export const DEFAULT_ACK_WAIT_SECONDS = 10;

/** Source of the events of a capability. */
export const sourceOf = (capability: string): string => `/services/${capability}`;

export type Work = ModelWork & { readonly progress: ReportProgress };

export type Accepted = RequestAccepted['data'];

/** Left of a request's time to fetch, store and announce what was finished by the deadline of the work. */
const MOST_MARGIN_MS = 5_000;
const MARGIN_SHARE = 0.1;

function workDeadline({ received_at, deadline }: Pick<Accepted, 'received_at' | 'deadline'>): Date {
  const end = Date.parse(deadline);
  return new Date(end - Math.min(MOST_MARGIN_MS, MARGIN_SHARE * Math.max(0, end - Date.parse(received_at))));
}

/** The conditions of a piece of work; `what` is unique in the request: an image's id, `result`, … */
export const workOf = (
  request: Accepted,
  what: string,
  { signal, progress = () => {} }: Pick<Delivery, 'signal' | 'progress'>,
): Work => ({
  deadline: workDeadline(request),
  signal,
  progress,
  checkpointPrefix: objectNames.checkpointPrefix(request.request_id, what),
});

export type Delivery = {
  readonly deliveries: number;
  readonly lastAttempt: boolean;
  readonly signal: AbortSignal;
  readonly progress?: ReportProgress;
};

/** The result is in the store; `images` were made on the way. */
export type Performed = {
  readonly result: RequestResult;
  readonly images: readonly ImageCreated[];
  /** Checkpoint state may exist: it is deleted with the input. */
  readonly hasCheckpoints: boolean;
  /** Cost of the day; default: all that was reserved for it. */
  readonly cost?: number;
  /** Approximations in a result that is none of these images. */
  readonly approximations?: readonly string[];
};

/** Does what is left of a request. Its faults are ServiceErrors 4xx; the last attempt may do without what is away. */
export type Perform = (request: Accepted, delivery: Delivery) => Promise<Performed>;

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
