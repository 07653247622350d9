import { type Bus, readToHead } from '@styling/bus';
import { subjects } from '@styling/contracts';
import type { Logger } from '@styling/telemetry';

/** Which images and assets the log names. */
export type NamedPictures = {
  /** Users of the images and of the assets that exist, by id: some 100 bytes each. */
  readonly images: Map<string, string>;
  readonly assets: Map<string, string>;
  /** Ids of images that a request without an outcome may still make. */
  readonly reserved: ReadonlySet<string>;
};

/** Reads the log up to its head. @throws Error when the bus is closed meanwhile */
export async function namedPictures(bus: Bus, log: Logger): Promise<NamedPictures> {
  const read = (filter: string) => readToHead(bus, { name: 'orphans', filter, after: 0, maxBatch: 2_000, log });
  // Requests first: what those that have ended made is then in the second reading.
  const running = new Map<string, readonly string[]>();
  for await (const { event } of read(subjects.allRequests)) {
    if (event?.type === 'request.accepted') running.set(event.data.request_id, event.data.image_ids);
    if (event?.type === 'request.completed') running.delete(event.data.request_id);
  }
  const images = new Map<string, string>();
  const assets = new Map<string, string>();
  const users = new Map<string, string>();
  const add = (existing: Map<string, string>, id: string, user_id: string) => {
    // One string for all pictures of a user.
    if (!users.has(user_id)) users.set(user_id, user_id);
    existing.set(id, users.get(user_id) ?? user_id);
  };
  for await (const { event } of read(subjects.allImages)) {
    if (event?.type === 'image.deleted') images.delete(event.data.image_id);
    if (event?.type === 'image.created') add(images, event.data.image_id, event.data.user_id);
  }
  for await (const { event } of read(subjects.allAssets)) {
    if (event?.type === 'asset.deleted') assets.delete(event.data.asset_id);
    if (event?.type === 'asset.created') add(assets, event.data.asset_id, event.data.user_id);
  }
  return { images, assets, reserved: new Set([...running.values()].flat()) };
}
