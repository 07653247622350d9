import { type Bus, publish } from '@styling/bus';
import { createEvent, imageDeleted } from '@styling/contracts';
import type { ObjectStore } from '@styling/objectstore';
import type { Kysely } from 'kysely';
import { expiredImages } from './image-queries.ts';
import type { ImagesTables } from './tables.ts';

/** Who says the events of the images service. */
export const SOURCE = '/services/images';

/** Images removed in one go. */
const BATCH = 100;

/**
 * Removes the objects of expired images, then says so. In that order: an `image.deleted` is a promise that the address
 * no longer resolves. Being repeated before the projection has caught up does no harm.
 *
 * @returns how many were removed
 */
export async function expireImages(
  { db, bus, store }: { db: Kysely<ImagesTables>; bus: Bus; store: ObjectStore },
  now: Date,
): Promise<number> {
  const expired = await expiredImages(db, now, BATCH);
  for (const { image_id, user_id, object } of expired) {
    await store.delete(object);
    await publish(bus, createEvent(imageDeleted, SOURCE, now, { image_id, user_id, reason: 'expired' }));
  }
  return expired.length;
}
