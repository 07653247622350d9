import type { OutfitAdvice } from '@styling/contracts';
import type { Appearance } from '../analysis/appearance.ts';
import { candidates } from './candidates.ts';
import { clothingOf, namePiece } from './compose-outfit.ts';
import { explainOutfit } from './explain-outfit.ts';
import { mostFitting } from './most-fitting.ts';
import { readOccasion } from './read-occasion.ts';
import { readWishes, saidIn, type Wishes } from './read-wishes.ts';

/** Advice, and a description of its garments for this engine's try-on. */
export type WearableAdvice = OutfitAdvice & { clothing: string };

/** The user's wishes as free text; both texts may be empty. `count` is 1..4. */
export type AdviceWish = { preferences: string; occasion: string; count: number };

/**
 * Recommends outfits: templates that fit the occasion, in the colours of the person's season, with wanted colours and
 * garments first and refused ones excluded. Deterministic; no two outfits are the same. Dresses and skirts are recommended
 * only on request.
 */
export function adviseOutfits(
  appearance: Appearance,
  { preferences, occasion: where, count }: AdviceWish,
): WearableAdvice[] {
  const wishes = readWishes(preferences);
  const said = readOccasion(where);
  const occasion = said.kind === 'general' ? readOccasion(saidIn(preferences)) : said;
  // The occasion may contain wishes, too: "a party where everybody wears red".
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
