import { z } from 'zod';

/** Fields of an inline image, as the tryon service reads them from the object store beside the selfie. */
export const generateImageInput = z.object({
  clothing_description: z.string(),
  clothing_image_url: z.string().nullable(),
  mode: z.enum(['studio', 'environment']),
});
export type GenerateImageInput = z.output<typeof generateImageInput>;
