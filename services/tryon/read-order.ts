import { claimInput, fetchPicture, type PictureSources } from '@styling/capability';
import { generateImageInput, type RequestAccepted, tryOnInput } from '@styling/contracts';
import type { TryOnOrder } from './provider.ts';

/**
 * Loads a try-on's text and pictures from the object store and fetches its reference picture from the web. A picture in the
 * request takes precedence over a URL (spec, "POST /try_on_outfit").
 *
 * @throws InputGoneError; ServiceError about `clothing_image_url` if it cannot be used
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

/** The same for POST /generate_image, whose two modes are the studio, and the scene of the reference or the selfie. */
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
