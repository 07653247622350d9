import { type Bus, publish } from '@styling/bus';
import { createEvent, type DataOf, imageDeleted } from '@styling/contracts';
import type { ObjectStore } from '@styling/objectstore';
import type { Logger } from '@styling/telemetry';
import type { Kysely } from 'kysely';
import { disownedImages, expiredImages } from './image-queries.ts';
import type { ImagesTables, ImageTable } from './tables.ts';

/** Images removed at a time. */
const BATCH = 100;

/** What the images service works with. */
export type ImagesDependencies = {
  readonly db: Kysely<ImagesTables>;
  readonly bus: Bus;
  readonly store: ObjectStore;
  readonly clock: () => Date;
  readonly log: Logger;
};

type Removal = Pick<ImagesDependencies, 'db' | 'bus' | 'store'>;

/** Removes expired images. @returns how many */
export const removeExpired = async (removal: Removal, now: Date): Promise<number> =>
  remove(removal, await expiredImages(removal.db, now, BATCH), 'expired', now);

/** Removes images of erased users, also those whose event arrived after the erasure. @returns how many */
export const removeDisowned = async (removal: Removal, now: Date): Promise<number> =>
  remove(removal, await disownedImages(removal.db, BATCH), 'erased', now);

/** Objects first: an `image.deleted` promises that the address no longer resolves. Safe to repeat. */
async function remove(
  { bus, store }: Removal,
  images: readonly Pick<ImageTable, 'image_id' | 'user_id' | 'object'>[],
  reason: DataOf<typeof imageDeleted>['reason'],
  now: Date,
): Promise<number> {
  for (const { image_id, user_id, object } of images) {
    await store.delete(object);
    await publish(bus, createEvent(imageDeleted, '/services/images', now, { image_id, user_id, reason }));
  }
  return images.length;
}
