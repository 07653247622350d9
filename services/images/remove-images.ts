import type { Bus } from '@styling/bus';
import { createEvent, type DataOf, imageDeleted } from '@styling/contracts';
import type { ObjectStore } from '@styling/objectstore';
import type { Logger } from '@styling/telemetry';
import type { Kysely } from 'kysely';
import { disownedImages, expiredImages, imagesOf, type Removable } from './image-queries.ts';
import { publishPage } from './publish-page.ts';
import { removePages } from './remove-pages.ts';
import type { ImagesTables } from './tables.ts';

/** What the images service works with. */
export type ImagesDependencies = {
  readonly db: Kysely<ImagesTables>;
  readonly bus: Bus;
  readonly store: ObjectStore;
  readonly clock: () => Date;
  readonly log: Logger;
};

/** What removing something takes, and how many rows at a time; default 1,000. */
export type Removal = Pick<ImagesDependencies, 'db' | 'bus' | 'store'> & { readonly pageSize?: number };
type Reason = DataOf<typeof imageDeleted>['reason'];

/**
 * Removes expired images until none is left, or `goesOn` is false after a page.
 *
 * @returns how many
 * @throws Error when the store refused to delete some; all others are then removed
 */
export const removeExpired = (removal: Removal, now: Date, goesOn?: () => boolean): Promise<number> =>
  remove(removal, (limit, last) => expiredImages(removal.db, now, limit, last), 'expired', now, goesOn);

/** {@link removeExpired} for images of erased users, also those whose event arrived after the erasure. */
export const removeDisowned = (removal: Removal, now: Date, goesOn?: () => boolean): Promise<number> =>
  remove(removal, (limit, last) => disownedImages(removal.db, limit, last), 'erased', now, goesOn);

/** Removes a page of a user's images at the user's request. Returns and throws as {@link removeExpired}. */
export const removePageOf = (removal: Removal, user_id: string, now: Date): Promise<number> =>
  remove(
    removal,
    (limit) => imagesOf(removal.db, user_id, limit),
    'requested',
    now,
    () => false,
  );

const remove = (
  removal: Removal,
  pageAfter: (limit: number, last?: Removable) => Promise<Removable[]>,
  reason: Reason,
  now: Date,
  goesOn?: () => boolean,
): Promise<number> =>
  removePages(
    removal,
    {
      pageAfter,
      objectOf: ({ object }) => object,
      publishDeleted: (gone) => publishDeleted(removal.bus, gone, reason, now),
    },
    goesOn,
  );

/** Publishes an `image.deleted` for each of `images`, whose objects are gone. @throws ServiceError `unavailable` */
export const publishDeleted = (
  bus: Bus,
  images: readonly Pick<Removable, 'image_id' | 'user_id'>[],
  reason: Reason,
  now: Date,
): Promise<void> =>
  publishPage(
    bus,
    images.map(({ image_id, user_id }) =>
      createEvent(imageDeleted, '/services/images', now, { image_id, user_id, reason }),
    ),
  );
