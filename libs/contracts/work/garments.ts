import { z } from 'zod';

/** Where a garment is worn; `auto`: as its description or picture shows. */
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

/** A garment of a list, as the tryon service reads it from the object store beside its picture. */
export const garmentInput = z.object({
  description: z.string(),
  category: garmentCategory,
  image_url: z.string().nullable(),
  /** The field that its picture came in, under whose name it lies beside this; null without one. */
  picture: z.string().nullable(),
});
export type GarmentInput = z.output<typeof garmentInput>;
