import { publish } from '@styling/bus';
import {
  type Capability,
  completeRequest,
  createEvent,
  imageDeleted,
  type RequestAccepted,
  startRequest,
} from '@styling/contracts';
import { isCanceledInput, isEndedInput, markEnded, objectNames } from '@styling/objectstore';
import { cancellationOf, toServiceError } from '@styling/service';
import { record } from '@styling/telemetry';
import { storedImages } from './stored-objects.ts';
import {
  type Accepted,
  type CapabilityDependencies,
  DEFAULT_ACK_WAIT_SECONDS,
  type Delivery,
  isRedelivery,
  type Perform,
  type Performed,
  sourceOf,
} from './work.ts';

/**
 * Takes an accepted request that came in time to its terminal event: `request.started`, result stored, `image.created`
 * while the input is deleted, `request.completed`, each acknowledged before the next. A redelivery publishes events with the same ids, and
 * no second ending. A request that is cancelled before its first event of success fails. Work that took longer than the
 * ack wait may be that of a frozen process: before its success it looks whether the request has ended.
 * @throws ServiceError `unavailable` while bus or store are unavailable, to be retried; all else ends the request
 */
export async function handleRequest(
  deps: CapabilityDependencies,
  capability: Capability,
  perform: Perform,
  { data, time }: RequestAccepted,
  delivery: Delivery,
): Promise<void> {
  const { bus, store, clock, log, ackWaitMs = DEFAULT_ACK_WAIT_SECONDS * 1000 } = deps;
  const begun = clock().getTime();
  const isOverdue = () => clock() > new Date(data.deadline);
  const stopIfCanceled = () => {
    const cancellation = cancellationOf(delivery.signal);
    if (cancellation) throw cancellation;
  };
  if (!isRedelivery(delivery)) {
    const waited = { 'styling.capability': capability, 'http.route': data.endpoint };
    // Two machines' clocks.
    record('styling.request.wait.duration', Math.max(0, clock().getTime() - Date.parse(time)) / 1000, waited);
    // Ended by its gateway, or by the sweep. Any work on it would make those behind it late, too: a backlog has to be left fast.
    if (isOverdue()) return log.info({ request_id: data.request_id }, 'request came after its deadline');
  }
  let performed: Performed;
  let started: Promise<unknown> = Promise.resolve();
  try {
    stopIfCanceled();
    // At every delivery, as the one before may have failed to; best effort.
    started = publish(bus, startRequest(data, capability, clock())).catch((error) =>
      log.warn({ err: error, request_id: data.request_id }, 'request.started not published'),
    );
    delivery.progress?.('preparing', 0);
    performed = await perform(data, delivery);
    await started;
    stopIfCanceled();
  } catch (error) {
    await started;
    const cancellation = cancellationOf(delivery.signal);
    if (!cancellation && toServiceError(error).code === 'unavailable' && !delivery.lastAttempt) throw error;
    return await failRequest(deps, capability, data, cancellation ?? error);
  }
  const isLate = isOverdue();
  if (isLate || clock().getTime() - begun > ackWaitMs) {
    const ended = await howEnded(deps, data);
    // In time, an input that is gone was deleted by this capability, before a crash.
    if (ended && (isLate || ended !== 'deleted')) return await leaveEnded(deps, capability, data, ended);
  }
  const { result, images, hasCheckpoints, cost = data.cost } = performed;
  const approximations = [...(performed.approximations ?? []), ...images.flatMap(({ data }) => data.approximations)];
  const publishImages = async () => {
    for (const image of images) await publish(bus, image);
  };
  const name = objectNames.ofRequest(data.request_id);
  await Promise.all([publishImages(), hasCheckpoints ? store.deleteAll(name) : store.delete(data.input)]);
  const image_ids = images.map(({ data: { image_id } }) => image_id);
  await publish(bus, completeRequest({ ...data, cost }, capability, clock(), { result, image_ids, approximations }));
}

/** State of the input of a request that has ended: `deleted`, or marked as `ended` or `canceled`. */
type Ended = 'deleted' | 'ended' | 'canceled';

/**
 * Whether and how a request has ended. While the store is unavailable it counts as running until its deadline, so that
 * its client is answered: a second ending that soon is dropped as a duplicate.
 * @throws ServiceError `unavailable` after the deadline
 */
async function howEnded({ store, clock }: CapabilityDependencies, { input, deadline }: Accepted) {
  try {
    const found = await store.head(input);
    if (!found) return 'deleted';
    if (isCanceledInput(found.metadata)) return 'canceled';
    return isEndedInput(found.metadata) ? 'ended' : undefined;
  } catch (error) {
    if (clock() > new Date(deadline)) throw error;
    return undefined;
  }
}

/**
 * Cleans up a request that another process has ended, without a second ending. Pictures stored since get their
 * `image.created`, so that they expire; those of a canceled request are deleted. An input marked as ended stays: its
 * names say which pictures have no record.
 */
async function leaveEnded(deps: CapabilityDependencies, capability: Capability, data: Accepted, ended: Ended) {
  const { bus, store, log } = deps;
  log.info({ request_id: data.request_id }, 'request has already ended');
  if (ended === 'canceled') {
    await deleteStoredImages(deps, capability, data);
    await store.delete(objectNames.result(data));
  } else {
    for (const image of await storedImages(store, data)) await publish(bus, image);
  }
  await store.deleteAll(objectNames.checkpointsOf(data.request_id));
}

/**
 * Ends a request with an error, unless it has ended: its client is answered even if its pictures cannot be deleted.
 * Input and result are deleted last, so that until then a redelivery does the rest; the input of a canceled one is
 * marked instead: a worker that was frozen, and missed the cancel, finds the mark.
 */
export async function failRequest(
  deps: CapabilityDependencies,
  capability: Capability,
  data: Accepted,
  error: unknown,
): Promise<void> {
  const ended = await howEnded(deps, data);
  if (ended) return await leaveEnded(deps, capability, data, ended);
  const { bus, store, clock, log } = deps;
  const failure = toServiceError(error);
  if (failure.status >= 500) log.error({ err: error, request_id: data.request_id }, 'request failed');
  try {
    await deleteStoredImages(deps, capability, data);
  } finally {
    await publish(bus, completeRequest(data, capability, clock(), { error: failure }));
  }
  await store.delete(objectNames.result(data));
  if (failure.code === 'canceled') {
    await markEnded(store, data.input, true);
    await store.deleteAll(objectNames.checkpointsOf(data.request_id));
  } else {
    await store.deleteAll(objectNames.ofRequest(data.request_id));
  }
}

/**
 * Deletes the pictures of a failed request, each after its `image.deleted`, so that after a crash a redelivery finds
 * it. A name without a picture gets no event: after one, a late worker's `image.created` would have no effect, and its
 * picture would never expire.
 */
async function deleteStoredImages(deps: CapabilityDependencies, capability: Capability, data: Accepted) {
  const { bus, store, clock } = deps;
  const { user_id, image_ids } = data;
  const deleteStored = async (image_id: string) => {
    const name = objectNames.image(image_id);
    if (!(await store.head(name))) return;
    const deleted = { image_id, user_id, reason: 'abandoned' } as const;
    await publish(bus, createEvent(imageDeleted, sourceOf(capability), clock(), deleted));
    await store.delete(name);
  };
  await Promise.all(image_ids.map(deleteStored));
}
