import { readToHead } from '@styling/bus';
import { subjects } from '@styling/contracts';
import { objectNames } from '@styling/objectstore';
import { waitForHeads } from '@styling/projections';
import { imageProjection } from './image-projection.ts';
import { type ImagesParts, removeDisowned } from './remove-pictures.ts';

/**
 * Removes all pictures of a user whose keys were disowned: objects under all names ever reserved for the user's
 * requests first, then records, with an event each. Repeatable; the service removes later arrivals.
 * @returns how many are erased by now, counted from the log
 * @throws ServiceError `unavailable`: no bus or store, no projection within `catchUpMs`, or an unrecognised log
 */
export async function eraseImages(
  parts: ImagesParts,
  user_id: string,
  catchUpMs = 30_000,
): Promise<{ images: number; assets: number }> {
  const { bus, db, store, clock, log } = parts;
  const caughtUp = () => waitForHeads(bus, db, imageProjection, { timeoutMs: catchUpMs });
  await caughtUp();
  for await (const { event } of readToHead(bus, { name: 'erase', filter: subjects.allAccepted, after: 0, log })) {
    if (event?.type !== 'request.accepted' || event.data.user_id !== user_id) continue;
    await Promise.all(event.data.image_ids.map((image_id) => store.delete(objectNames.image(image_id))));
  }
  const remove = (kind: 'image' | 'asset') => removeDisowned(parts, kind, clock());
  while ((await remove('image')) + (await remove('asset')) > 0) await caughtUp();
  const erased = { images: new Set<string>(), assets: new Set<string>() };
  for (const filter of [subjects.imagesOf(user_id), subjects.assetsOf(user_id)]) {
    for await (const { event } of readToHead(bus, { name: 'erase', filter, after: 0, log })) {
      if (event?.type === 'image.deleted' && event.data.reason === 'erased') erased.images.add(event.data.image_id);
      if (event?.type === 'asset.deleted' && event.data.reason === 'erased') erased.assets.add(event.data.asset_id);
    }
  }
  return { images: erased.images.size, assets: erased.assets.size };
}
