import { outfitAdvice } from '@styling/contracts';
import { plainText } from '@styling/providers';
import { z } from 'zod';
import type { PlannedOutfit } from './provider.ts';

/** Maximum lengths of a text, in characters, and of a list. */
const MAX_TEXT = 1_000;
const MAX_ITEMS = 10;

const cleaned = (text: string) => plainText(text, MAX_TEXT);
const text = z.string().refine((value) => cleaned(value) !== '', 'must contain text');

/**
 * Schema of a model's advice with at least `count` outfits; the caller drops surplus outfits. Unknown fields are dropped.
 */
export const adviceAnswer = (count: number) =>
  z.object({
    outfits: z
      .array(
        outfitAdvice.extend({
          description: text.describe('The outfit as a whole, and why it suits this person'),
          items: z.array(text).min(1).describe('Clothing pieces, a few words each'),
          style: text.describe('Style category'),
          clothing: text.describe('The visible clothes in one sentence, for an image editor'),
        }),
      )
      .min(count),
  });

/** The first `count` outfits of an answer, as plain text of bounded length. */
export const readAdvice = ({ outfits }: z.output<ReturnType<typeof adviceAnswer>>, count: number): PlannedOutfit[] =>
  outfits.slice(0, count).map(({ description, items, style, clothing }) => ({
    description: cleaned(description),
    items: items.slice(0, MAX_ITEMS).map(cleaned),
    style: cleaned(style),
    clothing: cleaned(clothing),
  }));
