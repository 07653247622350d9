import { type Bus, publish } from '@styling/bus';
import { createEvent, imageDeleted } from '@styling/contracts';
import { type ObjectStore, objectNames, type ReservedImages, reservedImages } from '@styling/objectstore';

/** What {@link accountForImages} works with. */
export type Accounting = { readonly bus: Bus; readonly store: ObjectStore; readonly clock: () => Date };

/**
 * Deletes the pictures that a failed request has left under the names reserved for it, each with an `image.deleted`, as its
 * `image.created` may have been published. A name without a picture gets no event: a worker that stores one later still
 * publishes `image.created`, which has no effect after an `image.deleted`, and then the picture would never expire.
 *
 * The event comes before the deletion: after a crash in between a repetition finds the picture, and deletes it.
 *
 * @param source of the events, e.g. `/services/gateway`
 * @throws ServiceError `unavailable`, to be repeated
 */
export async function accountForImages(
  { bus, store, clock }: Accounting,
  source: string,
  { user_id, image_ids }: ReservedImages,
): Promise<void> {
  const account = async (image_id: string) => {
    const name = objectNames.image(image_id);
    if (!(await store.head(name))) return;
    await publish(bus, createEvent(imageDeleted, source, clock(), { image_id, user_id, reason: 'abandoned' }));
    await store.delete(name);
  };
  await Promise.all(image_ids.map(account));
}

/** The same for an object that may be the input of a request; if it is none or gone, nothing happens. */
export async function accountForInput(accounting: Accounting, source: string, name: string): Promise<void> {
  const found = await accounting.store.head(name);
  const reserved = found && reservedImages(found.metadata);
  if (reserved) await accountForImages(accounting, source, reserved);
}

/** Deletes input, checkpoint state and pictures of a request that failed, without knowing more of it than its id. */
export async function discardRequest(accounting: Accounting, source: string, request_id: string): Promise<void> {
  await accountForInput(accounting, source, objectNames.input(request_id));
  await accounting.store.deleteAll(objectNames.ofRequest(request_id));
}
