import { z } from 'zod';
import { limits } from '../limits.ts';
import { garmentInput } from './garments.ts';
import { selfieField } from './selfie-field.ts';

/** Fields of a try-on, as the tryon service reads them from the object store beside the images. */
export const tryOnInput = z.object({
  clothing_description: z.string(),
  clothing_image_url: z.string().nullable(),
  has_outfit: z.boolean(),
  mode: z.enum(['reference_environment', 'model_shot']),
  store_image: z.boolean(),
  selfie_field: selfieField.default('selfie_base64'),
  /** In place of the description and the two reference pictures. */
  garments: z.array(garmentInput).max(limits.garments).default([]),
  seed: z.number().int().nullable().default(null),
  /** null: the client asked for one picture, and nothing about variants. */
  variants: z.number().int().nullable().default(null),
});
/** The input as the gateway writes it. */
export type TryOnInput = z.input<typeof tryOnInput>;
