import type { RequestAccepted } from '@styling/contracts';
import { type ObjectMetadata, objectNames } from '@styling/objectstore';
import type { CapabilityDependencies } from './dependencies.ts';
import { type Delivery, isRedelivery } from './handle-request.ts';
import { PICTURE_MIME_TYPE, type Picture } from './stored-picture.ts';

/** A result and what the model could only approximate in it, as codes. */
type MadeResult = { readonly bytes: Uint8Array; readonly approximations: readonly string[] };

/**
 * Stores the result of a request that has no image record, unless an earlier delivery did. Its approximations are kept beside it.
 *
 * @param make gives the bytes of the result
 * @returns the result, and what the model could only approximate in it
 */
export async function storeResult(
  { store }: Pick<CapabilityDependencies, 'store'>,
  request: RequestAccepted['data'],
  delivery: Delivery,
  mime_type: string,
  make: () => Promise<MadeResult>,
) {
  const object = objectNames.result(request);
  const result = { object, mime_type, image_id: null };
  const stored = isRedelivery(delivery) ? await store.head(object) : null;
  if (stored) return { result, approximations: stored.metadata.approximations?.split(',') ?? [] };
  const { bytes, approximations } = await make();
  const metadata: ObjectMetadata = approximations.length > 0 ? { approximations: approximations.join(',') } : {};
  await store.put(object, bytes, mime_type, metadata);
  return { result, approximations };
}

/** Stores a picture as {@link storeResult} does. */
export const storePictureResult = (
  deps: Pick<CapabilityDependencies, 'store'>,
  request: RequestAccepted['data'],
  delivery: Delivery,
  make: () => Promise<Picture>,
) =>
  storeResult(deps, request, delivery, PICTURE_MIME_TYPE, async () => {
    const { image, approximations } = await make();
    return { bytes: image, approximations };
  });
