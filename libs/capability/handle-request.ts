import { type Bus, publish } from '@styling/bus';
import {
  type Capability,
  completeRequest,
  type ImageCreated,
  type RequestAccepted,
  type RequestResult,
} from '@styling/contracts';
import { type ObjectStore, objectNames } from '@styling/objectstore';
import { ServiceError, toServiceError } from '@styling/service';
import { type Logger, record } from '@styling/telemetry';

/** What every capability works with. */
export type CapabilityDependencies = {
  readonly bus: Bus;
  readonly store: ObjectStore;
  readonly clock: () => Date;
  readonly log: Logger;
  /** How long a running job may miss its heartbeats before another worker takes it over; default 30 s. */
  readonly ackWaitMs?: number;
};

/** One delivery of a request. */
export type Delivery = {
  /** 1 for the first. */
  readonly deliveries: number;
  readonly lastAttempt: boolean;
  readonly signal: AbortSignal;
};

/** Outcome of a request: its result is in the store, and these images were made on the way. */
export type Performed = {
  readonly result: RequestResult;
  readonly images: readonly ImageCreated[];
  /** Whether checkpoint state may exist under the request's prefix: then it is deleted with the input. */
  readonly hasCheckpoints: boolean;
};

/**
 * Does the work of one request, or what an earlier delivery left of it. Faults of the request are ServiceErrors of status
 * 4xx. At the last attempt, what is `unavailable` stays so: it may make do without.
 */
export type Perform = (request: RequestAccepted['data'], delivery: Delivery) => Promise<Performed>;

/** Whether there may be something in the store from an earlier delivery of the same request. */
export const isRedelivery = ({ deliveries }: Delivery): boolean => deliveries > 1;

/** Source of the events of a capability. */
export const sourceOf = (capability: string): string => `/services/${capability}`;

/**
 * Takes one accepted request to its terminal event: result into the store, `image.created` while the input is deleted,
 * `request.completed`, each acknowledged before the next. A redelivery publishes events with the same ids. After a failure
 * the input is deleted last: until then a redelivery has to find the same fault.
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
  const { bus, store, log, clock } = deps;
  if (!isRedelivery(delivery)) {
    const waited = { 'styling.capability': capability, 'http.route': data.endpoint };
    // Two machines' clocks.
    record('styling.request.wait.duration', Math.max(0, clock().getTime() - Date.parse(time)) / 1000, waited);
  }
  try {
    // The client has its 504 already. What was started in time is finished.
    if (!isRedelivery(delivery) && clock() > new Date(data.deadline)) throw new ServiceError('deadline_exceeded');
    const { result, images, hasCheckpoints } = await perform(data, delivery);
    const publishing = async () => {
      for (const image of images) await publish(bus, image);
    };
    const name = objectNames.ofRequest(data.request_id);
    await Promise.all([publishing(), hasCheckpoints ? store.deleteAll(name) : store.delete(data.input)]);
    await publish(bus, completeRequest(data, capability, clock(), { result }));
  } catch (error) {
    const failure = toServiceError(error);
    if (failure.code === 'unavailable' && !delivery.lastAttempt) throw error;
    if (failure.status >= 500) log.error({ err: error, request_id: data.request_id }, 'request failed');
    await failRequest(deps, capability, data, failure);
  }
}

/**
 * Ends a request with an error: its client is answered, its slot and its count are released, and its input is deleted. A
 * request that had ended before stays as it was: the first terminal event counts.
 */
export async function failRequest(
  { bus, store, clock }: CapabilityDependencies,
  capability: Capability,
  data: RequestAccepted['data'],
  error: ServiceError,
): Promise<void> {
  await publish(bus, completeRequest(data, capability, clock(), { error }));
  await store.deleteAll(objectNames.ofRequest(data.request_id));
}
