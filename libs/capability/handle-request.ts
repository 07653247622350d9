import { publish } from '@styling/bus';
import {
  type Capability,
  completeRequest,
  type ImageCreated,
  type ReportProgress,
  type RequestAccepted,
  type RequestResult,
  startRequest,
} from '@styling/contracts';
import { objectNames } from '@styling/objectstore';
import { cancellationOf, ServiceError, toServiceError } from '@styling/service';
import { record } from '@styling/telemetry';
import type { CapabilityDependencies } from './dependencies.ts';
import { failRequest, howEnded, leaveEnded } from './end-request.ts';
import { DEFAULT_ACK_WAIT_SECONDS } from './variables.ts';

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
  /** What it cost of the day; default: all that was reserved for it. */
  readonly cost?: number;
  /** What a model could only approximate in a result that is no image of these. */
  readonly approximations?: readonly string[];
};

/**
 * Does the work of one request, or what an earlier delivery left of it. Faults of the request are ServiceErrors of status
 * 4xx. At the last attempt, what is `unavailable` stays so: it may make do without.
 */
export type Perform = (request: RequestAccepted['data'], delivery: Delivery) => Promise<Performed>;

/** Whether there may be something in the store from an earlier delivery of the same request. */
export const isRedelivery = ({ deliveries }: Delivery): boolean => deliveries > 1;

/**
 * Takes one accepted request to its terminal event: `request.started` while it is worked on, result into the store,
 * `image.created` while the input is deleted, `request.completed`, each acknowledged before the next. A redelivery publishes events with the same ids; one of a request
 * that has ended publishes no second ending. A request that is cancelled before its first event of success fails. Work that took longer than
 * others wait for a sign of it may be that of a process that was frozen: before its success it looks whether the request has ended.
 *
 * @throws ServiceError `unavailable` while bus or store are unavailable, to be retried; all else ends the request
 */
export async function handleRequest(
  deps: CapabilityDependencies,
  capability: Capability,
  perform: Perform,
  { data, time }: RequestAccepted,
  delivery: Delivery,
): Promise<void> {
  const { bus, store, clock, ackWaitMs = DEFAULT_ACK_WAIT_SECONDS * 1000 } = deps;
  const begun = clock().getTime();
  const isOverdue = () => clock() > new Date(data.deadline);
  if (!isRedelivery(delivery)) {
    const waited = { 'styling.capability': capability, 'http.route': data.endpoint };
    // Two machines' clocks.
    record('styling.request.wait.duration', Math.max(0, clock().getTime() - Date.parse(time)) / 1000, waited);
  }
  let performed: Performed;
  let started = Promise.resolve();
  try {
    // The client has its 504 already. What was started in time is finished.
    if (!isRedelivery(delivery) && isOverdue()) throw new ServiceError('deadline_exceeded');
    const asked = cancellationOf(delivery.signal);
    if (asked) throw asked;
    started = publishStarted(deps, capability, data);
    delivery.progress?.('preparing', 0);
    performed = await perform(data, delivery);
    await started;
    const cancellation = cancellationOf(delivery.signal);
    if (cancellation) throw cancellation;
  } catch (error) {
    await started;
    const cancellation = cancellationOf(delivery.signal);
    if (cancellation) return await failRequest(deps, capability, data, cancellation);
    if (toServiceError(error).code === 'unavailable' && !delivery.lastAttempt) throw error;
    return await failRequest(deps, capability, data, error);
  }
  const isLate = isOverdue();
  if (isLate || clock().getTime() - begun > ackWaitMs) {
    const ended = await howEnded(deps, data);
    // In time, an input that is gone was deleted by this capability, before a crash.
    if (ended && (isLate || ended !== 'deleted')) return await leaveEnded(deps, capability, data, ended);
  }
  const { result, images, hasCheckpoints, cost = data.cost } = performed;
  const approximations = [...(performed.approximations ?? []), ...images.flatMap(({ data }) => data.approximations)];
  const publishing = async () => {
    for (const image of images) await publish(bus, image);
  };
  const name = objectNames.ofRequest(data.request_id);
  await Promise.all([publishing(), hasCheckpoints ? store.deleteAll(name) : store.delete(data.input)]);
  const image_ids = images.map(({ data: { image_id } }) => image_id);
  await publish(bus, completeRequest({ ...data, cost }, capability, clock(), { result, image_ids, approximations }));
}

/** Publishes `request.started` at every delivery, as the one before may have failed to. Best effort: never rejects. */
const publishStarted = (
  { bus, clock, log }: CapabilityDependencies,
  capability: Capability,
  data: RequestAccepted['data'],
) =>
  publish(bus, startRequest(data, capability, clock())).then(
    () => undefined,
    (error) => log.warn({ err: error, request_id: data.request_id }, 'request.started not published'),
  );
