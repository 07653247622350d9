import { publish } from '@styling/bus';
import { type Capability, completeRequest, createEvent, imageDeleted, type RequestAccepted } from '@styling/contracts';
import { isCanceledInput, isEndedInput, markEnded, objectNames } from '@styling/objectstore';
import { toServiceError } from '@styling/service';
import { type CapabilityDependencies, sourceOf } from './dependencies.ts';
import { storedImages } from './stored-picture.ts';

/** How it is known that a request has ended: its input is `deleted`, or marked as `ended` or `canceled`. */
export type Ended = 'deleted' | 'ended' | 'canceled';

/**
 * Whether a request has ended, and how that is known. While the store is unavailable a request counts as running until its
 * deadline, so that its client is answered: a second ending that soon is dropped as a duplicate.
 *
 * @throws ServiceError `unavailable` after the deadline
 */
export async function howEnded(
  { store, clock }: CapabilityDependencies,
  { input, deadline }: RequestAccepted['data'],
): Promise<Ended | undefined> {
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
 * What is left to do for a request that somebody else has ended: no second ending is published. Pictures that were stored since
 * get their `image.created`, so that they are listed and expire; those of a canceled request are deleted. The input stays if it is
 * marked as ended: until that is deleted by age, its names say which pictures have no record.
 */
export async function leaveEnded(
  deps: CapabilityDependencies,
  capability: Capability,
  data: RequestAccepted['data'],
  ended: Ended,
): Promise<void> {
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
 * Ends a request with an error, unless it has ended: its pictures are deleted, its client is answered even if they cannot be,
 * its slot is released, and its input and result are deleted last, so that until then a redelivery does what is left. The input
 * of a canceled one is marked instead: a worker that was frozen, and missed the cancel, finds the mark.
 */
export async function failRequest(
  deps: CapabilityDependencies,
  capability: Capability,
  data: RequestAccepted['data'],
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
 * Deletes the pictures that a failed request has left under the names reserved for it, each with an `image.deleted`, as its
 * `image.created` may have been published. A name without a picture gets no event: a worker that stores one later still
 * publishes `image.created`, which has no effect after an `image.deleted`, and then the picture would never expire.
 *
 * The event comes before the deletion: after a crash in between a redelivery finds the picture, and deletes it.
 */
async function deleteStoredImages(
  { bus, store, clock }: CapabilityDependencies,
  capability: Capability,
  { user_id, image_ids }: RequestAccepted['data'],
): Promise<void> {
  const deleteStored = async (image_id: string) => {
    const name = objectNames.image(image_id);
    if (!(await store.head(name))) return;
    const deleted = { image_id, user_id, reason: 'abandoned' } as const;
    await publish(bus, createEvent(imageDeleted, sourceOf(capability), clock(), deleted));
    await store.delete(name);
  };
  await Promise.all(image_ids.map(deleteStored));
}
