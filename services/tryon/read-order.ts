import { type RequestAccepted, tryOnInput } from '@styling/contracts';
import { fetchImage, type UrlPolicy } from '@styling/fetching';
import { inspectImage } from '@styling/imaging';
import { type ObjectStore, objectNames } from '@styling/objectstore';
import type { TryOnOrder } from './provider.ts';

/** A request's order for the provider, and whether its picture is to be kept. */
export type ReadOrder = { readonly order: TryOnOrder; readonly persistent: boolean };

/**
 * Gathers what a request brought: its text and pictures from the object store, its reference from the web. A picture
 * given in the request wins over an address (spec, "POST /try_on_outfit").
 *
 * @returns null when the input is gone: the request was ended already
 * @throws ServiceError about `clothing_image_url` when it cannot be used
 */
export async function readOrder(
  store: ObjectStore,
  { request_id, input }: RequestAccepted['data'],
  urlPolicy: UrlPolicy,
): Promise<ReadOrder | null> {
  const body = await store.get(input);
  const selfie = await store.get(objectNames.requestImage(request_id, 'selfie_base64'));
  if (!body || !selfie) return null;
  const request = tryOnInput.parse(JSON.parse(Buffer.from(body.bytes).toString()));
  const reference = request.has_outfit
    ? (await store.get(objectNames.requestImage(request_id, 'outfit_base64')))?.bytes
    : request.clothing_image_url !== null
      ? await fetchReference(request.clothing_image_url, urlPolicy)
      : undefined;
  if (request.has_outfit && !reference) return null;
  return {
    order: {
      selfie: selfie.bytes,
      description: request.clothing_description,
      mode: request.mode,
      ...(reference ? { reference } : {}),
    },
    persistent: request.store_image,
  };
}

async function fetchReference(url: string, policy: UrlPolicy): Promise<Uint8Array> {
  const field = 'clothing_image_url';
  const bytes = await fetchImage(url, { field, policy });
  await inspectImage(bytes, field);
  return bytes;
}
