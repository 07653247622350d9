import { z } from 'zod';
import { imageId } from '../names.ts';
import { base64Image } from './base64-image.ts';

/** Longest description taken, in UTF-16 code units. */
export const MAX_DESCRIPTION = 2000;

/** What the person is to wear. */
export const clothingDescription = z
  .string()
  .trim()
  .min(1)
  .max(MAX_DESCRIPTION)
  .meta({ description: 'Description of the clothing', examples: ['navy blazer over a white t-shirt'] });

/** Address of a picture, as a client gives it. */
export const pictureUrl = z.url({ protocol: /^https?$/, hostname: /./ }).max(2048);

/** Address of a picture of the clothing. */
export const clothingImageUrl = pictureUrl.meta({
  description: 'URL of a reference clothing image, publicly accessible',
});

/** Body of POST /try_on_outfit. Unknown fields are ignored. */
export const tryOnOutfitBody = z.object({
  selfie_base64: base64Image,
  clothing_description: clothingDescription,
  clothing_image_url: clothingImageUrl.optional(),
  outfit_base64: base64Image.optional().meta({ description: 'Reference clothing image; wins over clothing_image_url' }),
  mode: z.enum(['reference_environment', 'model_shot']).meta({
    description: 'In the scene of the reference image (or of the selfie, without one), or in a clean white studio',
  }),
  store_image: z.boolean().default(false).meta({ description: 'true: kept; false: deleted after 24 hours' }),
});
export type TryOnOutfitBody = z.output<typeof tryOnOutfitBody>;

/** Response 200 of POST /try_on_outfit. */
export const tryOnOutfitResponse = z.object({
  image_url: z.url(),
  image_id: imageId,
  mime_type: z.string(),
});
export type TryOnOutfitResponse = z.output<typeof tryOnOutfitResponse>;

/**
 * The part of a request that its capability reads from the object store, besides the pictures. It never travels on the
 * bus and dies with the request.
 */
export const tryOnInput = z.object({
  clothing_description: z.string(),
  clothing_image_url: z.string().nullable(),
  has_outfit: z.boolean(),
  mode: tryOnOutfitBody.shape.mode,
  store_image: z.boolean(),
});
export type TryOnInput = z.output<typeof tryOnInput>;
