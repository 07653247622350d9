import type { OutfitAdvice } from '@styling/contracts';
import type { Appearance } from '../analysis/appearance.ts';
import { candidates } from './candidates.ts';
import { clothingOf, namePiece } from './compose-outfit.ts';
import { explainOutfit } from './explain-outfit.ts';
import { mostFitting } from './most-fitting.ts';
import { readOccasion } from './read-occasion.ts';
import { readWishes, saidIn, type Wishes } from './read-wishes.ts';

/** Advice, and its garments in words that this engine's own try-on understands. */
export type WearableAdvice = OutfitAdvice & { clothing: string };

/** What somebody asks for, in their own words; both texts may be empty. `count` is 1..4. */
export type AdviceWish = { preferences: string; occasion: string; count: number };

/**
 * Advises outfits: templates that fit the occasion, in the colours of the person's season, wished colours and garments
 * first and refused ones left out. The same wish always gets the same advice; no two outfits are the same. Dresses and
 * skirts are only advised to who asks for them.
 */
export function adviseOutfits(
  appearance: Appearance,
  { preferences, occasion: where, count }: AdviceWish,
): WearableAdvice[] {
  const wishes = readWishes(preferences);
  const said = readOccasion(where);
  const occasion = said.kind === 'general' ? readOccasion(saidIn(preferences)) : said;
  // "A party where everybody wears red" wishes too.
  const all = withWishesOf(wishes, readWishes(where));
  const outfits = mostFitting(candidates(appearance, occasion, all), occasion, all, count);
  return outfits.map((outfit) => ({
    description: explainOutfit(outfit, appearance, occasion, all),
    items: [...outfit.pieces.map(namePiece), ...outfit.extras],
    style: outfit.template.style,
    clothing: clothingOf(outfit),
  }));
}

const withWishesOf = (wishes: Wishes, more: Wishes): Wishes => ({
  ...wishes,
  wanted: {
    ...wishes.wanted,
    colours: [...new Set([...wishes.wanted.colours, ...more.wanted.colours])].filter(
      (colour) => !wishes.refused.colours.includes(colour),
    ),
    garments: [...new Set([...wishes.wanted.garments, ...more.wanted.garments])],
  },
  refused: {
    ...wishes.refused,
    colours: [...wishes.refused.colours, ...more.refused.colours].filter(
      (colour) => !wishes.wanted.colours.includes(colour),
    ),
    garments: [...wishes.refused.garments, ...more.refused.garments],
  },
  refusedWords: [...wishes.refusedWords, ...more.refusedWords],
});
