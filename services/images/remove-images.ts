import { type Bus, publish } from '@styling/bus';
import { createEvent, type DataOf, imageDeleted } from '@styling/contracts';
import type { ObjectStore } from '@styling/objectstore';
import type { Logger } from '@styling/telemetry';
import type { Kysely } from 'kysely';
import { disownedImages, expiredImages, type Removable } from './image-queries.ts';
import type { ImagesTables } from './tables.ts';

/** Images removed at a time: as many objects as the store deletes in one call. */
const PAGE = 1_000;
/** Events published at a time: so few that a log that syncs each to disk acknowledges them before their time-out. */
const PUBLISHED_AT_ONCE = 100;

/** What the images service works with. */
export type ImagesDependencies = {
  readonly db: Kysely<ImagesTables>;
  readonly bus: Bus;
  readonly store: ObjectStore;
  readonly clock: () => Date;
  readonly log: Logger;
};

type Removal = Pick<ImagesDependencies, 'db' | 'bus' | 'store'>;
type Reason = DataOf<typeof imageDeleted>['reason'];

/**
 * Removes expired images until none is left, or `goesOn` is false after a page.
 *
 * @returns how many
 * @throws Error when the store refused to delete some; all others are then removed
 */
export const removeExpired = (removal: Removal, now: Date, goesOn?: () => boolean): Promise<number> =>
  remove(removal, (last) => expiredImages(removal.db, now, PAGE, last), 'expired', now, goesOn);

/** {@link removeExpired} for images of erased users, also those whose event arrived after the erasure. */
export const removeDisowned = (removal: Removal, now: Date, goesOn?: () => boolean): Promise<number> =>
  remove(removal, (last) => disownedImages(removal.db, PAGE, last), 'erased', now, goesOn);

/**
 * Objects first: an `image.deleted` promises that the address no longer resolves. Safe to repeat. Pages follow each other
 * by key, since rows disappear later, when their event is projected.
 */
async function remove(
  { bus, store }: Removal,
  pageAfter: (last?: Removable) => Promise<Removable[]>,
  reason: Reason,
  now: Date,
  goesOn = () => true,
): Promise<number> {
  let removed = 0;
  let kept = 0;
  let page = await pageAfter();
  for (;;) {
    const refused = new Set(await store.deleteMany(page.map(({ object }) => object)));
    const gone = page.filter(({ object }) => !refused.has(object));
    await publishDeleted(bus, gone, reason, now);
    removed += gone.length;
    kept += refused.size;
    if (page.length < PAGE || !goesOn()) break;
    page = await pageAfter(page.at(-1));
  }
  if (kept > 0) throw new Error(`${kept} pictures could not be deleted`);
  return removed;
}

/** Publishes an `image.deleted` for each of `images`, whose objects are gone. @throws ServiceError `unavailable` */
export async function publishDeleted(
  bus: Bus,
  images: readonly Pick<Removable, 'image_id' | 'user_id'>[],
  reason: Reason,
  now: Date,
): Promise<void> {
  for (let start = 0; start < images.length; start += PUBLISHED_AT_ONCE) {
    const events = images
      .slice(start, start + PUBLISHED_AT_ONCE)
      .map(({ image_id, user_id }) =>
        createEvent(imageDeleted, '/services/images', now, { image_id, user_id, reason }),
      );
    await Promise.all(events.map((event) => publish(bus, event)));
  }
}
