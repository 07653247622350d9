import { reachDatabase } from '@styling/database';
import type { Positions, RunningProjection } from '@styling/projections';
import { countImagesOf, findImages, type ImageRequest } from './image-queries.ts';
import { type ImagesDependencies, publishDeleted, removePageOf } from './remove-images.ts';

/**
 * Deletes an image for its user: first its picture, then, by an event, its record, and waits until that is projected.
 *
 * @param heads up to where the log is known to reach
 * @returns false when the user has no such image (any more)
 * @throws ServiceError `unavailable`; what was begun is done by a repetition
 */
export async function deleteImage(
  { db, bus, store, clock }: ImagesDependencies,
  projection: Pick<RunningProjection, 'asOf'>,
  heads: () => Promise<Positions>,
  request: ImageRequest,
): Promise<boolean> {
  const find = async () => {
    const [found] = await reachDatabase(() => findImages(db, [request], clock()));
    if (!found) throw new Error('no answer for an image');
    return found;
  };
  const image = await projection.asOf(await heads(), find);
  if (!image) return false;
  await store.delete(image.object);
  await publishDeleted(bus, [request], 'requested', clock());
  await projection.asOf(await heads(), find);
  return true;
}

/**
 * Deletes a page of a user's images, as {@link deleteImage} does one.
 *
 * @returns how many are left
 * @throws ServiceError `unavailable`; Error when the store refused to delete some, the others are then deleted
 */
export async function deleteImagePage(
  deps: ImagesDependencies,
  projection: Pick<RunningProjection, 'asOf'>,
  heads: () => Promise<Positions>,
  user_id: string,
): Promise<number> {
  const count = () => reachDatabase(() => countImagesOf(deps.db, user_id));
  // What was made before is to be found.
  if ((await projection.asOf(await heads(), count)) === 0) return 0;
  await reachDatabase(() => removePageOf(deps, user_id, deps.clock()));
  return projection.asOf(await heads(), count);
}
