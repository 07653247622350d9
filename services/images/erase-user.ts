import { type Bus, readToHead } from '@styling/bus';
import { type StylingEvent, subjects } from '@styling/contracts';
import { objectNames } from '@styling/objectstore';
import { waitForHeads } from '@styling/projections';
import type { Logger } from '@styling/telemetry';
import { imageProjection } from './image-projection.ts';
import { type ImagesParts, removeDisowned } from './remove-pictures.ts';

/**
 * Removes every image and asset of a user whose keys were disowned: first the objects under all names ever reserved for the user's
 * requests, then the records and the assets, with an event for each. Safe to repeat; the service removes images whose event
 * arrives later.
 *
 * @param catchUpMs how long the projection may take to reach the end of the log
 * @returns how many images and assets of the user are erased by now, counted from the log
 * @throws ServiceError `unavailable` when bus or store are unavailable, no images service projects, or the log is not recognised
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
  return {
    images: await countErased(bus, subjects.imagesOf(user_id), log, (event) =>
      event?.type === 'image.deleted' && event.data.reason === 'erased' ? event.data.image_id : undefined,
    ),
    assets: await countErased(bus, subjects.assetsOf(user_id), log, (event) =>
      event?.type === 'asset.deleted' && event.data.reason === 'erased' ? event.data.asset_id : undefined,
    ),
  };
}

async function countErased(
  bus: Bus,
  filter: string,
  log: Logger,
  erasedId: (event: StylingEvent | null) => string | undefined,
): Promise<number> {
  const erased = new Set<string | undefined>();
  for await (const { event } of readToHead(bus, { name: 'erase', filter, after: 0, log })) erased.add(erasedId(event));
  erased.delete(undefined);
  return erased.size;
}
