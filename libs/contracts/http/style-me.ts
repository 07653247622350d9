import { z } from 'zod';
import { objectName } from '../names.ts';
import { base64Image } from './base64-image.ts';

/** Longest preferences and occasion taken, in UTF-16 code units. */
const MAX_WISH = 1000;
/** Most outfits of one request. */
export const MAX_OUTFITS = 4;

/** Body of POST /style_me. Unknown fields are ignored. */
export const styleMeBody = z.object({
  selfie_base64: base64Image,
  style_preferences: z
    .string()
    .max(MAX_WISH)
    .optional()
    .meta({ description: 'Style keywords', examples: ['minimal, blue'] }),
  occasion: z
    .string()
    .max(MAX_WISH)
    .optional()
    .meta({ description: 'Event or context', examples: ['wedding'] }),
  num_outfits: z.number().int().min(1).max(MAX_OUTFITS).default(3).meta({ description: 'Number of suggestions' }),
});
export type StyleMeBody = z.output<typeof styleMeBody>;

/** What a suggestion says (spec, "Outfit suggestion"), but for its picture. */
export const outfitAdvice = z.object({
  description: z.string().meta({ description: 'Overall outfit description' }),
  items: z.array(z.string()).meta({ description: 'Clothing pieces' }),
  style: z.string().meta({ description: 'Style category', examples: ['smart casual'] }),
});
export type OutfitAdvice = z.output<typeof outfitAdvice>;

/** Response 200 of POST /style_me. */
export const styleMeResponse = z.object({
  outfits: z.array(
    outfitAdvice.extend({
      image_base64: z
        .union([z.base64(), z.literal('')])
        .meta({ description: 'Virtual try-on image; empty when its generation failed' }),
      mime_type: z.string(),
    }),
  ),
});
export type StyleMeResponse = z.output<typeof styleMeResponse>;

/** What the style service reads of such a request from the object store, besides the selfie. */
export const styleMeInput = z.object({
  style_preferences: z.string(),
  occasion: z.string(),
  num_outfits: z.number().int().min(1).max(MAX_OUTFITS),
});
export type StyleMeInput = z.output<typeof styleMeInput>;

/** The result that the style service leaves in the object store: advice, and where each picture lies. */
export const styleMeResult = z.object({
  outfits: z.array(outfitAdvice.extend({ object: objectName.nullable(), mime_type: z.string() })),
});
export type StyleMeResult = z.output<typeof styleMeResult>;
