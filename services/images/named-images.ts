import { type Bus, readToHead } from '@styling/bus';
import { subjects } from '@styling/contracts';
import type { Logger } from '@styling/telemetry';

/** Which images the log names. */
export type NamedImages = {
  /** Users of the images that exist, by image id: some 100 bytes each. */
  readonly existing: Map<string, string>;
  /** Ids of images that a request without an outcome may still make. */
  readonly reserved: ReadonlySet<string>;
};

/** Reads the log up to its head. @throws Error when the bus is closed meanwhile */
export async function namedImages(bus: Bus, log: Logger): Promise<NamedImages> {
  const read = (filter: string) => readToHead(bus, { name: 'orphans', filter, after: 0, maxBatch: 2_000, log });
  // Requests first: what those that have ended made is then in the second reading.
  const running = new Map<string, readonly string[]>();
  for await (const { event } of read(subjects.allRequests)) {
    if (event?.type === 'request.accepted') running.set(event.data.request_id, event.data.image_ids);
    if (event?.type === 'request.completed') running.delete(event.data.request_id);
  }
  const existing = new Map<string, string>();
  const users = new Map<string, string>();
  for await (const { event } of read(subjects.allImages)) {
    if (event?.type === 'image.deleted') existing.delete(event.data.image_id);
    if (event?.type !== 'image.created') continue;
    const { image_id, user_id } = event.data;
    // One string for all images of a user.
    if (!users.has(user_id)) users.set(user_id, user_id);
    existing.set(image_id, users.get(user_id) ?? user_id);
  }
  return { existing, reserved: new Set([...running.values()].flat()) };
}
