import { type Bus, publish } from '@styling/bus';
import { createEvent, imageDeleted } from '@styling/contracts';
import { type ObjectStore, objectNames, type ReservedImages } from '@styling/objectstore';

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
