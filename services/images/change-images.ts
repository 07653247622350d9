import { publish } from '@styling/bus';
import { createEvent, imageKept, type StoredImage } from '@styling/contracts';
import { reachDatabase } from '@styling/database';
import type { ReadAsOf, ReadModelParts } from '@styling/projections';
import { countImagesOf, findImages, type ImageRequest } from './image-queries.ts';
import { type Removal, removePageOf, removePicture } from './remove-pictures.ts';
import type { ImagesTables } from './tables.ts';

/** What changing images takes. */
export type ImagesParts = ReadModelParts<ImagesTables> & Pick<Removal, 'store'>;

/**
 * An image that expires within this time is not kept any more, ms: longer than a client waits for the answer, so that no image is
 * promised whose removal has begun.
 */
export const LEAST_LIFE_MS = 15_000;

/** An image of a user at `now`; null when there is none. */
async function findImage({ db }: Pick<ImagesParts, 'db'>, read: ReadAsOf, request: ImageRequest, now: Date) {
  return read(async () => {
    const [found] = await findImages(db, [request], now);
    if (!found) throw new Error('no answer for an image');
    return found;
  });
}

/**
 * Keeps an image for ever, for its user, and waits until that is projected. Safe to repeat.
 *
 * @returns its record; null when the user has no such image (any more), or it is about to expire
 * @throws ServiceError `unavailable`
 */
export async function keepImage(
  parts: Omit<ImagesParts, 'store'>,
  read: ReadAsOf,
  request: ImageRequest,
): Promise<StoredImage | null> {
  const now = parts.clock();
  const image = await findImage(parts, read, request, new Date(now.getTime() + LEAST_LIFE_MS));
  if (!image || image.persistent) return image;
  await publish(parts.bus, createEvent(imageKept, '/services/images', now, request));
  return findImage(parts, read, request, parts.clock());
}

/**
 * Deletes an image for its user: first its picture, then, by an event, its record, and waits until that is projected.
 *
 * @returns false when the user has no such image (any more)
 * @throws ServiceError `unavailable`; what was begun is done by a repetition
 */
export async function deleteImage(parts: ImagesParts, read: ReadAsOf, request: ImageRequest): Promise<boolean> {
  const { clock } = parts;
  const image = await findImage(parts, read, request, clock());
  if (!image) return false;
  await removePicture(
    parts,
    'image',
    { id: request.image_id, user_id: request.user_id, object: image.object },
    clock(),
  );
  await findImage(parts, read, request, clock());
  return true;
}

/**
 * Deletes a page of a user's images, as {@link deleteImage} does one.
 *
 * @returns how many are left
 * @throws ServiceError `unavailable`; Error when the store refused to delete some, the others are then deleted
 */
export async function deleteImagePage(parts: ImagesParts, read: ReadAsOf, user_id: string): Promise<number> {
  const count = () => read(() => countImagesOf(parts.db, user_id));
  // What was made before is to be found.
  if ((await count()) === 0) return 0;
  await reachDatabase(() => removePageOf(parts, user_id, parts.clock()));
  return count();
}
