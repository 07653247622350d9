import { z } from 'zod';
import { limits } from './limits.ts';
import { objectName } from './names.ts';

/** Errors name it; the picture always lies under `selfie_base64`. */
export const selfieField = z.enum(['selfie_base64', 'selfie_asset_id', 'selfie_image_id']);
export type SelfieField = z.output<typeof selfieField>;

/** `auto`: what its description or picture shows. */
export const garmentCategory = z.enum([
  'auto',
  'top',
  'bottom',
  'dress',
  'outerwear',
  'shoes',
  'bag',
  'hat',
  'accessory',
]);
export type GarmentCategory = z.output<typeof garmentCategory>;

export const garmentInput = z.object({
  description: z.string(),
  category: garmentCategory,
  image_url: z.string().nullable(),
  /** The field that its picture came in and lies under; null without one. */
  picture: z.string().nullable(),
});
export type GarmentInput = z.output<typeof garmentInput>;

/** Stored beside its images. The gateway writes the `z.input` of this and of the following. */
export const tryOnInput = z.object({
  clothing_description: z.string(),
  clothing_image_url: z.string().nullable(),
  has_outfit: z.boolean(),
  mode: z.enum(['reference_environment', 'model_shot']),
  store_image: z.boolean(),
  selfie_field: selfieField.default('selfie_base64'),
  /** Replaces the description and the two reference pictures. */
  garments: z.array(garmentInput).max(limits.garments).default([]),
  seed: z.int().nullable().default(null),
  /** null: one picture, variants not asked for. */
  variants: z.int().nullable().default(null),
});
export type TryOnInput = z.input<typeof tryOnInput>;

export const generateImageInput = z.object({
  clothing_description: z.string(),
  clothing_image_url: z.string().nullable(),
  mode: z.enum(['studio', 'environment']),
  selfie_field: selfieField.default('selfie_base64'),
});
export type GenerateImageInput = z.input<typeof generateImageInput>;

export const styleMeInput = z.object({
  style_preferences: z.string(),
  occasion: z.string(),
  num_outfits: z.int().min(1).max(limits.outfits),
  selfie_field: selfieField.default('selfie_base64'),
});
export type StyleMeInput = z.input<typeof styleMeInput>;

/** Spec, "Outfit suggestion", without its image. */
export const outfitAdvice = z.object({
  description: z.string().meta({ description: 'Overall outfit description' }),
  items: z.array(z.string()).meta({ description: 'Clothing pieces' }),
  style: z.string().meta({ description: 'Style category', examples: ['smart casual'] }),
});
export type OutfitAdvice = z.output<typeof outfitAdvice>;

/** Advice, and the object with each image (null: not generated). */
export const styleMeResult = z.object({
  outfits: z.array(outfitAdvice.extend({ object: objectName.nullable(), mime_type: z.string() })),
});
export type StyleMeResult = z.output<typeof styleMeResult>;

export const analyzeOutfitInput = z.object({
  image_url: z.string().nullable().meta({ description: 'null when the picture `image_base64` came with the request' }),
});
export type AnalyzeOutfitInput = z.output<typeof analyzeOutfitInput>;

/** Spec, "Product". */
export const product = z
  .object({
    title: z.string().meta({ description: 'Product listing title' }),
    url: z.url({ protocol: /^https?$/ }).meta({ description: 'Purchase URL' }),
    thumbnail: z.string().meta({ description: 'Product image URL; may be empty' }),
    price: z.string().meta({ description: 'Listed price, as text' }),
    store: z.string().meta({ description: 'Retailer name' }),
    snippet: z.string().meta({ description: 'Product description snippet' }),
  })
  .meta({ id: 'Product' });
export type Product = z.output<typeof product>;

/** Spec, "Identified item". */
export const identifiedItem = z
  .object({
    item: z.string().meta({ description: 'Item name', examples: ['blazer'] }),
    description: z.string().meta({ description: 'Detailed description' }),
    color: z.string().meta({ description: 'Colour name', examples: ['navy'] }),
    style_tags: z.array(z.string()).meta({ description: 'Style categories' }),
    category: z.string().meta({ description: 'Clothing category', examples: ['top', 'bottom', 'shoes'] }),
    price_range: z.enum(['budget', 'mid-range', 'premium', 'luxury']),
    products: z.array(product).meta({ description: 'Purchase links found online; may be empty' }),
  })
  .meta({ id: 'IdentifiedItem' });
export type IdentifiedItem = z.output<typeof identifiedItem>;

/** Stored result, and the endpoint's response. */
export const outfitAnalysis = z.object({ items: z.array(identifiedItem) }).meta({ id: 'OutfitAnalysis' });
export type OutfitAnalysis = z.output<typeof outfitAnalysis>;
