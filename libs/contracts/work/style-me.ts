import { z } from 'zod';
import { limits } from '../limits.ts';
import { objectName } from '../names.ts';
import { selfieField } from './selfie-field.ts';

/** Fields of outfit suggestions, as the style service reads them from the object store beside the selfie. */
export const styleMeInput = z.object({
  style_preferences: z.string(),
  occasion: z.string(),
  num_outfits: z.number().int().min(1).max(limits.outfits),
  selfie_field: selfieField.default('selfie_base64'),
});
/** The input as the gateway writes it. */
export type StyleMeInput = z.input<typeof styleMeInput>;

/** An outfit suggestion (spec, "Outfit suggestion") without its image. */
export const outfitAdvice = z.object({
  description: z.string().meta({ description: 'Overall outfit description' }),
  items: z.array(z.string()).meta({ description: 'Clothing pieces' }),
  style: z.string().meta({ description: 'Style category', examples: ['smart casual'] }),
});
export type OutfitAdvice = z.output<typeof outfitAdvice>;

/** The result that the style service stores: advice, and the object that holds each image (null: not generated). */
export const styleMeResult = z.object({
  outfits: z.array(outfitAdvice.extend({ object: objectName.nullable(), mime_type: z.string() })),
});
export type StyleMeResult = z.output<typeof styleMeResult>;
