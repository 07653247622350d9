import { z } from 'zod';

/** Fields of a try-on, as the tryon service reads them from the object store beside the images. */
export const tryOnInput = z.object({
  clothing_description: z.string(),
  clothing_image_url: z.string().nullable(),
  has_outfit: z.boolean(),
  mode: z.enum(['reference_environment', 'model_shot']),
  store_image: z.boolean(),
});
export type TryOnInput = z.output<typeof tryOnInput>;
