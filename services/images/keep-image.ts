import { publish } from '@styling/bus';
import { createEvent, imageKept, type StoredImage } from '@styling/contracts';
import { reachDatabase } from '@styling/database';
import type { Positions, RunningProjection } from '@styling/projections';
import { findImages, type ImageRequest } from './image-queries.ts';
import type { ImagesDependencies } from './remove-images.ts';

/**
 * An image that expires within this time is not kept any more, ms: longer than a client waits for the answer, so that no image is
 * promised whose removal has begun.
 */
export const LEAST_LIFE_MS = 15_000;

/**
 * Keeps an image for ever, for its user, and waits until that is projected. Safe to repeat.
 *
 * @param heads up to where the log is known to reach
 * @returns its record; null when the user has no such image (any more), or it is about to expire
 * @throws ServiceError `unavailable`
 */
export async function keepImage(
  { db, bus, clock }: Pick<ImagesDependencies, 'db' | 'bus' | 'clock'>,
  projection: Pick<RunningProjection, 'asOf'>,
  heads: () => Promise<Positions>,
  request: ImageRequest,
): Promise<StoredImage | null> {
  const find = (now: Date) => async () => {
    const [found] = await reachDatabase(() => findImages(db, [request], now));
    if (!found) throw new Error('no answer for an image');
    return found;
  };
  const now = clock();
  const image = await projection.asOf(await heads(), find(new Date(now.getTime() + LEAST_LIFE_MS)));
  if (!image || image.persistent) return image;
  await publish(bus, createEvent(imageKept, '/services/images', now, request));
  return projection.asOf(await heads(), find(clock()));
}
