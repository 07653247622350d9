import { claimInput, claimPicture } from '@styling/capability';
import { generateImageInput, type RequestAccepted, tryOnInput } from '@styling/contracts';
import { fetchImage, type UrlPolicy } from '@styling/fetching';
import { inspectImage } from '@styling/imaging';
import type { ObjectStore } from '@styling/objectstore';
import type { TryOnOrder } from './provider.ts';

/** Where an order is read from. */
export type OrderSources = { readonly store: ObjectStore; readonly urlPolicy: UrlPolicy };

/**
 * Gathers what a try-on brought: its text and pictures from the object store, its reference from the web. A picture
 * given in the request wins over an address (spec, "POST /try_on_outfit").
 *
 * @throws InputGoneError; ServiceError about `clothing_image_url` when it cannot be used
 */
export async function readTryOnOrder(
  { store, urlPolicy }: OrderSources,
  request: RequestAccepted['data'],
): Promise<{ order: TryOnOrder; persistent: boolean }> {
  const input = await claimInput(store, request, tryOnInput);
  const reference = input.has_outfit
    ? await claimPicture(store, request, 'outfit_base64')
    : await fetchReference(input.clothing_image_url, urlPolicy);
  const selfie = await claimPicture(store, request, 'selfie_base64');
  const order = { selfie, description: input.clothing_description, mode: input.mode, ...(reference && { reference }) };
  return { order, persistent: input.store_image };
}

/** The same for POST /generate_image: its two modes are the studio, and the scene of the reference or of the selfie. */
export async function readGenerateOrder(
  { store, urlPolicy }: OrderSources,
  request: RequestAccepted['data'],
): Promise<TryOnOrder> {
  const input = await claimInput(store, request, generateImageInput);
  const reference = await fetchReference(input.clothing_image_url, urlPolicy);
  const selfie = await claimPicture(store, request, 'selfie_base64');
  return { selfie, description: input.clothing_description, mode: input.mode, ...(reference && { reference }) };
}

async function fetchReference(url: string | null, policy: UrlPolicy): Promise<Uint8Array | undefined> {
  if (url === null) return undefined;
  const field = 'clothing_image_url';
  const bytes = await fetchImage(url, { field, policy });
  await inspectImage(bytes, field);
  return bytes;
}
