import { type Bus, publish } from '@styling/bus';
import { createEvent, type DataOf, imageDeleted } from '@styling/contracts';
import type { ObjectStore } from '@styling/objectstore';
import type { Kysely } from 'kysely';
import { disownedImages, expiredImages } from './image-queries.ts';
import type { ImagesTables, ImageTable } from './tables.ts';

/** Source of the events of the images service. */
export const SOURCE = '/services/images';

/** Images removed in one go. */
const BATCH = 100;

/** What removing works on. */
export type Removal = { readonly db: Kysely<ImagesTables>; readonly bus: Bus; readonly store: ObjectStore };

/** Removes images whose time has passed. @returns how many */
export const removeExpired = async (removal: Removal, now: Date): Promise<number> =>
  remove(removal, await expiredImages(removal.db, now, BATCH), 'expired', now);

/** Removes images of erased users, also those whose event arrived after the erasure. @returns how many */
export const removeDisowned = async (removal: Removal, now: Date): Promise<number> =>
  remove(removal, await disownedImages(removal.db, BATCH), 'erased', now);

/**
 * Removes the objects, then publishes it. In that order: an `image.deleted` is a promise that the address no longer
 * resolves. Repeating it before the projection has caught up does no harm.
 */
async function remove(
  { bus, store }: Removal,
  images: readonly Pick<ImageTable, 'image_id' | 'user_id' | 'object'>[],
  reason: DataOf<typeof imageDeleted>['reason'],
  now: Date,
): Promise<number> {
  for (const { image_id, user_id, object } of images) {
    await store.delete(object);
    await publish(bus, createEvent(imageDeleted, SOURCE, now, { image_id, user_id, reason }));
  }
  return images.length;
}
