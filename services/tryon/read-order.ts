import { claimInput, claimPicture, fetchPicture, type PictureSources } from '@styling/capability';
import { generateImageInput, type RequestAccepted, tryOnInput } from '@styling/contracts';
import type { TryOnOrder } from './provider.ts';

/**
 * Gathers what a try-on brought: its text and pictures from the object store, its reference from the web. A picture
 * given in the request wins over an address (spec, "POST /try_on_outfit").
 *
 * @throws InputGoneError; ServiceError about `clothing_image_url` when it cannot be used
 */
export async function readTryOnOrder(
  sources: PictureSources,
  request: RequestAccepted['data'],
): Promise<{ order: TryOnOrder; persistent: boolean }> {
  const { store } = sources;
  const [input, selfie] = await Promise.all([
    claimInput(store, request, tryOnInput),
    claimPicture(store, request, 'selfie_base64'),
  ]);
  const reference = input.has_outfit
    ? { bytes: await claimPicture(store, request, 'outfit_base64'), field: 'outfit_base64' as const }
    : await fetchReference(sources, input.clothing_image_url);
  const order = { selfie, description: input.clothing_description, mode: input.mode, ...(reference && { reference }) };
  return { order, persistent: input.store_image };
}

/** The same for POST /generate_image: its two modes are the studio, and the scene of the reference or of the selfie. */
export async function readGenerateOrder(
  sources: PictureSources,
  request: RequestAccepted['data'],
): Promise<TryOnOrder> {
  const { store } = sources;
  const [input, selfie] = await Promise.all([
    claimInput(store, request, generateImageInput),
    claimPicture(store, request, 'selfie_base64'),
  ]);
  const reference = await fetchReference(sources, input.clothing_image_url);
  return { selfie, description: input.clothing_description, mode: input.mode, ...(reference && { reference }) };
}

async function fetchReference(sources: PictureSources, url: string | null): Promise<TryOnOrder['reference']> {
  const field = 'clothing_image_url';
  return url === null ? undefined : { bytes: await fetchPicture(sources, url, field), field };
}
