import { type Bus, readToHead } from '@styling/bus';
import { services, subjects } from '@styling/contracts';
import { objectNames } from '@styling/objectstore';
import { removeAbandonedRebuild, waitForHeads } from '@styling/projections';
import type { Logger } from '@styling/telemetry';
import { imageProjection } from './image-projection.ts';
import { removeDisownedAssets } from './remove-assets.ts';
import { type ImagesDependencies, removeDisowned } from './remove-images.ts';

/** What was erased of a user. */
export type Erased = { readonly images: number; readonly assets: number };

/**
 * Removes every image and asset of a user whose keys were disowned: first the objects under all names ever reserved for the user's
 * requests, then the records and the assets, with an event for each. Safe to repeat; the service removes images whose event
 * arrives later.
 *
 * @param catchUpMs how long the projection may take to reach the end of the log
 * @returns how many images and assets of the user are erased by now, counted from the log
 * @throws ServiceError `unavailable` when bus or store are unavailable, no images service projects, or the log is not recognised
 */
export async function eraseImages(deps: ImagesDependencies, user_id: string, catchUpMs = 30_000): Promise<Erased> {
  const { bus, db, store, clock, log } = deps;
  const caughtUp = () => waitForHeads(bus, db, imageProjection, { timeoutMs: catchUpMs });
  await caughtUp();
  const accepted = readToHead(bus, { name: 'erase', filter: subjects.allAccepted, after: 0, log });
  for await (const { event } of accepted) {
    if (event?.type !== 'request.accepted' || event.data.user_id !== user_id) continue;
    await Promise.all(event.data.image_ids.map((image_id) => store.delete(objectNames.image(image_id))));
  }
  while ((await removeDisowned(deps, clock())) + (await removeDisownedAssets(deps, clock())) > 0) await caughtUp();
  await removeAbandonedRebuild(db, services.images.schema, imageProjection.name);
  return { images: await erasedImages(bus, user_id, log), assets: await erasedAssets(bus, user_id, log) };
}

async function erasedAssets(bus: Bus, user_id: string, log: Logger): Promise<number> {
  const erased = new Set<string>();
  for await (const { event } of readToHead(bus, { name: 'erase', filter: subjects.assetsOf(user_id), after: 0, log })) {
    if (event?.type === 'asset.deleted' && event.data.reason === 'erased') erased.add(event.data.asset_id);
  }
  return erased.size;
}

async function erasedImages(bus: Bus, user_id: string, log: Logger): Promise<number> {
  const erased = new Set<string>();
  for await (const { event } of readToHead(bus, { name: 'erase', filter: subjects.imagesOf(user_id), after: 0, log })) {
    if (event?.type === 'image.deleted' && event.data.reason === 'erased') erased.add(event.data.image_id);
  }
  return erased.size;
}
