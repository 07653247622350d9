import { z } from 'zod';
import { selfieField } from './selfie-field.ts';

/** Fields of an inline image, as the tryon service reads them from the object store beside the selfie. */
export const generateImageInput = z.object({
  clothing_description: z.string(),
  clothing_image_url: z.string().nullable(),
  mode: z.enum(['studio', 'environment']),
  selfie_field: selfieField.default('selfie_base64'),
});
/** The input as the gateway writes it. */
export type GenerateImageInput = z.input<typeof generateImageInput>;
