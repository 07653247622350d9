import { claimInput, fetchPicture, type PictureSources } from '@styling/capability';
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
  const { fields, picture } = await claimInput(sources.store, request, tryOnInput);
  const reference = fields.has_outfit
    ? { bytes: picture('outfit_base64'), field: 'outfit_base64' as const }
    : await fetchReference(sources, fields.clothing_image_url);
  const { clothing_description: description, mode, store_image: persistent } = fields;
  return {
    order: { selfie: picture('selfie_base64'), description, mode, ...(reference && { reference }) },
    persistent,
  };
}

/** The same for POST /generate_image: its two modes are the studio, and the scene of the reference or of the selfie. */
export async function readGenerateOrder(
  sources: PictureSources,
  request: RequestAccepted['data'],
): Promise<TryOnOrder> {
  const { fields, picture } = await claimInput(sources.store, request, generateImageInput);
  const { clothing_description: description, clothing_image_url, mode } = fields;
  const reference = await fetchReference(sources, clothing_image_url);
  return { selfie: picture('selfie_base64'), description, mode, ...(reference && { reference }) };
}

async function fetchReference(sources: PictureSources, url: string | null): Promise<TryOnOrder['reference']> {
  const field = 'clothing_image_url';
  return url === null ? undefined : { bytes: await fetchPicture(sources, url, field), field };
}
