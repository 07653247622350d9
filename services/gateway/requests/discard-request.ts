import { ask } from '@styling/bus';
import { getImage } from '@styling/contracts';
import {
  endedMetadata,
  INPUT_MIME_TYPE,
  isEndedInput,
  objectNames,
  type ReservedImages,
  reservedImages,
} from '@styling/objectstore';
import type { GatewayDependencies } from '../gateway.ts';

const NOTHING = new Uint8Array();

/**
 * Deletes what a client sent for a request that was ended before its work, and checkpoints. A worker may still be at it and
 * store pictures: so the names reserved for them stay, in an empty object in place of the input, for {@link deleteUnrecorded}.
 *
 * @throws ServiceError `unavailable`
 */
export async function discardRequest({ store }: Pick<GatewayDependencies, 'store'>, request_id: string): Promise<void> {
  const input = objectNames.input(request_id);
  const found = await store.head(input);
  if (found) await store.put(input, NOTHING, INPUT_MIME_TYPE, endedMetadata(found.metadata));
  await store.deleteAll(objectNames.checkpointsOf(request_id));
}

/**
 * Deletes the pictures under reserved names that have no record: their worker ended before it published `image.created`, or
 * after the image was deleted. No event says so, as there was none of them.
 *
 * @throws ServiceError `unavailable`
 */
export async function deleteUnrecorded(
  { bus, store }: Pick<GatewayDependencies, 'bus' | 'store'>,
  { user_id, image_ids }: ReservedImages,
): Promise<void> {
  for (const image_id of image_ids) {
    const name = objectNames.image(image_id);
    if (!(await store.head(name))) continue;
    const { image } = await ask(bus, getImage, { user_id, image_id });
    if (!image) await store.delete(name);
  }
}

/**
 * Whether an object of a request may be deleted, as it is older than any request. An input that nobody has discarded is, first:
 * after an outage its worker may be about to publish what it stored. What was discarded takes unrecorded pictures with it.
 *
 * @throws ServiceError `unavailable`
 */
export async function mayBeForgotten(deps: Pick<GatewayDependencies, 'bus' | 'store'>, name: string): Promise<boolean> {
  const { metadata = {} } = (await deps.store.head(name)) ?? {};
  const reserved = reservedImages(metadata);
  if (!reserved) return true;
  if (!isEndedInput(metadata)) {
    await deps.store.put(name, NOTHING, INPUT_MIME_TYPE, endedMetadata(metadata));
    return false;
  }
  await deleteUnrecorded(deps, reserved);
  return true;
}
