import { z } from 'zod';
import { base64Image } from './base64-image.ts';
import { clothingDescription, clothingImageUrl } from './try-on-outfit.ts';

/** Body of POST /generate_image. Unknown fields are ignored. */
export const generateImageBody = z.object({
  selfie_base64: base64Image,
  clothing_description: clothingDescription,
  clothing_image_url: clothingImageUrl.optional(),
  mode: z.enum(['studio', 'environment']).meta({
    description: 'On a white background, or in a setting such as a street or an office',
  }),
});
export type GenerateImageBody = z.output<typeof generateImageBody>;

/** Response 200 of POST /generate_image. */
export const generateImageResponse = z.object({
  image_base64: z.base64().meta({ description: 'The generated image' }),
  mime_type: z.string().meta({ examples: ['image/jpeg'] }),
});
export type GenerateImageResponse = z.output<typeof generateImageResponse>;

/** What the tryon service reads of such a request from the object store, besides the selfie. */
export const generateImageInput = z.object({
  clothing_description: z.string(),
  clothing_image_url: z.string().nullable(),
  mode: generateImageBody.shape.mode,
});
export type GenerateImageInput = z.output<typeof generateImageInput>;
