import type { RequestAccepted } from '@styling/contracts';
import { type ObjectMetadata, objectNames } from '@styling/objectstore';
import type { CapabilityDependencies } from './dependencies.ts';
import { type Delivery, isRedelivery } from './handle-request.ts';
import { PICTURE_MIME_TYPE, type Picture } from './stored-picture.ts';

/**
 * Stores the result of a request that has no image record, unless an earlier delivery did.
 *
 * @param make gives the bytes of the result
 */
export async function storeResult(
  { store }: Pick<CapabilityDependencies, 'store'>,
  request: RequestAccepted['data'],
  delivery: Delivery,
  mime_type: string,
  make: () => Promise<Uint8Array>,
) {
  const object = objectNames.result(request);
  const made = isRedelivery(delivery) && (await store.head(object)) !== null;
  if (!made) await store.put(object, await make(), mime_type);
  return { object, mime_type, image_id: null };
}

/**
 * Stores a picture as the result of a request that has no image record, unless an earlier delivery did.
 *
 * @returns the result, and what the model could only approximate in it
 */
export async function storePictureResult(
  { store }: Pick<CapabilityDependencies, 'store'>,
  request: RequestAccepted['data'],
  delivery: Delivery,
  make: () => Promise<Picture>,
) {
  const object = objectNames.result(request);
  const result = { object, mime_type: PICTURE_MIME_TYPE, image_id: null };
  const stored = isRedelivery(delivery) ? await store.head(object) : null;
  if (stored) return { result, approximations: stored.metadata.approximations?.split(',') ?? [] };
  const { image, approximations } = await make();
  const metadata: ObjectMetadata = approximations.length > 0 ? { approximations: approximations.join(',') } : {};
  await store.put(object, image, PICTURE_MIME_TYPE, metadata);
  return { result, approximations };
}
