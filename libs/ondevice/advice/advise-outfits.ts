import type { OutfitAdvice } from '@styling/contracts';
import type { Appearance } from '../analysis/appearance.ts';
import { candidates, type Dresses } from './candidates.ts';
import { clothingOf, namePiece, type Outfit } from './compose-outfit.ts';
import { explainOutfit } from './explain-outfit.ts';
import { mostFitting } from './most-fitting.ts';
import { offerDresses } from './offer-dresses.ts';
import { type Occasion, readOccasion } from './read-occasion.ts';
import { readWishes, saidIn, type Wishes } from './read-wishes.ts';

/** Advice, and a description of its garments for this engine's try-on. */
export type WearableAdvice = OutfitAdvice & { clothing: string };

/** The user's wishes as free text; both texts may be empty. `count` is 1..4. */
export type AdviceWish = { preferences: string; occasion: string; count: number };

/**
 * Recommends outfits: templates that fit the occasion, in the colours of the person's season, with wanted colours and
 * garments first and refused ones excluded. Deterministic; no two outfits are the same.
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
  return choose(appearance, occasion, all, count).map((outfit) => ({
    description: explainOutfit(outfit, appearance, occasion, all),
    items: [...outfit.pieces.map(namePiece), ...outfit.extras],
    style: outfit.template.style,
    clothing: clothingOf(outfit),
  }));
}

/** From how many outfits on the last may be of another kind than the others. */
const severalOutfits = 3;

/** Takes the best outfits, with dresses and skirts as `offerDresses` decides. */
function choose(appearance: Appearance, occasion: Occasion, wishes: Wishes, count: number): Outfit[] {
  const best = (dresses: Dresses, how: number, beside: readonly Outfit[] = []): Outfit[] =>
    mostFitting(candidates(appearance, occasion, wishes, dresses), occasion, wishes, how, beside);
  switch (offerDresses(appearance, occasion, wishes)) {
    case 'any':
      return best('all', count);
    case 'half': {
      const dresses = best('only', Math.ceil(count / 2));
      const others = best('asked', count - dresses.length, dresses);
      return others.flatMap((other, k) => [...dresses.slice(k, k + 1), other]).concat(dresses.slice(others.length));
    }
    case 'last': {
      if (count < severalOutfits) return best('asked', count);
      const others = best('asked', count - 1);
      const last = best('only', 1, others);
      return last.length > 0 ? [...others, ...last] : best('asked', count);
    }
    case 'asked':
      return best('asked', count);
  }
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
