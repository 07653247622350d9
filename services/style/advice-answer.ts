import { outfitAdvice } from '@styling/contracts';
import { z } from 'zod';

const MAX_TEXT = 1_000;
const MAX_ITEMS = 10;
const text = z.string().trim().min(1).max(MAX_TEXT);

/**
 * Schema of a model's advice with at least `count` outfits; the caller drops surplus outfits. Unknown fields are dropped.
 */
export const adviceAnswer = (count: number) =>
  z.object({
    outfits: z
      .array(
        outfitAdvice.extend({
          description: text.describe('The outfit as a whole, and why it suits this person'),
          items: z.array(text).min(1).max(MAX_ITEMS).describe('Clothing pieces, a few words each'),
          style: text.describe('Style category'),
          clothing: text.describe('The visible clothes in one sentence, for an image editor'),
        }),
      )
      .min(count),
  });
