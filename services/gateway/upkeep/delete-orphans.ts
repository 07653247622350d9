import { ask } from '@styling/bus';
import { getAsset, getImage } from '@styling/contracts';
import {
  answerPrefix,
  isDueAfter,
  isEndedInput,
  markEnded,
  objectNames,
  type ReservedImages,
  requestPrefixes,
  reservedImages,
  uploadedAsset,
} from '@styling/objectstore';
import { sql } from 'kysely';
import type { GatewayDependencies } from '../dependencies.ts';
import { KEY_LIFE_MS } from '../requests/request-headers.ts';

/**
 * Deletes orphaned inputs and results, so that no selfie outlives its request, nor a picture without a record; also
 * expired idempotency keys and their results. Returns how many objects were deleted.
 */
export async function deleteOrphans(deps: GatewayDependencies): Promise<number> {
  const { db, store, clock, requestTimeoutMs, orphanMarginMs } = deps;
  const before = (ms: number) => new Date(clock().getTime() - ms);
  const isUnused = (name: string) => mayBeForgotten(deps, name);
  let deleted = 0;
  for (const prefix of requestPrefixes) {
    deleted += await store.deleteOlder(prefix, before(requestTimeoutMs + orphanMarginMs), isUnused);
  }
  await sql`delete from idempotency_key where received_at <= ${before(KEY_LIFE_MS)}`.execute(db);
  // A result is younger than its key, so that no key refers to it any more.
  return deleted + (await store.deleteOlder(answerPrefix, before(KEY_LIFE_MS)));
}

/**
 * Deletes pictures under reserved names without a record: their worker ended before `image.created`, or the image was
 * deleted. Publishes no event: readers do not know these images.
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
 * Not before the object's own deadline. An unmarked input is marked first: after an outage its worker may be about to
 * publish what it stored. For a marked one, pictures without a record and of uploads that became no asset are deleted.
 */
async function mayBeForgotten(deps: GatewayDependencies, name: string): Promise<boolean> {
  const input = objectNames.inputOfCheckpoint(name);
  const { metadata = {} } = (await deps.store.head(input ?? name)) ?? {};
  const uploaded = uploadedAsset(metadata);
  if (uploaded) {
    const { asset } = await ask(deps.bus, getAsset, uploaded);
    if (!asset) await deps.store.delete(objectNames.asset(uploaded.asset_id));
    return true;
  }
  if (isDueAfter(metadata, new Date(deps.clock().getTime() - deps.orphanMarginMs))) return false;
  if (input !== undefined) return true;
  const reserved = reservedImages(metadata);
  if (!reserved) return true;
  if (!isEndedInput(metadata)) {
    await markEnded(deps.store, name);
    return false;
  }
  await deleteUnrecorded(deps, reserved);
  return true;
}
