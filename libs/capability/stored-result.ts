import type { RequestAccepted } from '@styling/contracts';
import { objectNames } from '@styling/objectstore';
import type { CapabilityDependencies } from './dependencies.ts';
import { type Delivery, isRedelivery } from './handle-request.ts';

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
