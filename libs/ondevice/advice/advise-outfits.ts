import type { OutfitAdvice } from '@styling/contracts';
import type { Appearance } from '../analysis/appearance.ts';
import { readSides, type Sides } from '../words/sides.ts';
import { chooseOutfits } from './choose-outfits.ts';
import { explainOutfit } from './explain-outfit.ts';
import { clothingOf, namePiece } from './outfit.ts';
import { occasionOf, wishesOf, withWishesOf } from './wishes.ts';

/** Advice, and a description of its garments for this engine's try-on. */
export type WearableAdvice = OutfitAdvice & { clothing: string };

/** The user's wishes as free text; both texts may be empty. `count` is 1..4. */
export type AdviceWish = { preferences: string; occasion: string; count: number };

/** Words of the occasion or of the wishes that are in no table: the outfits follow the others, if any. */
export type AdviceApproximation = 'occasion_not_understood' | 'wishes_not_understood';

/** Outfits, and which texts were not read to the full. */
export type Advice = { outfits: WearableAdvice[]; approximations: AdviceApproximation[] };

/**
 * Recommends outfits: templates that fit the occasion, in the colours of the person's season, with wanted colours and
 * garments first and refused ones excluded. Deterministic; no two outfits are the same.
 */
export function adviseOutfits(appearance: Appearance, { preferences, occasion: where, count }: AdviceWish): Advice {
  const [wished, told] = [readSides(preferences), readSides(where)];
  const said = occasionOf(told);
  const occasion = said.kind === 'general' ? occasionOf(wished) : said;
  // The occasion may contain wishes, too: "a party where everybody wears red".
  const wishes = withWishesOf(wishesOf(wished), wishesOf(told));
  const outfits = chooseOutfits(appearance, occasion, wishes, count).map((outfit) => ({
    description: explainOutfit(outfit, appearance, occasion, wishes),
    items: [...outfit.pieces.map(namePiece), ...outfit.extras],
    style: outfit.template.style,
    clothing: clothingOf(outfit),
  }));
  const approximations: AdviceApproximation[] = [];
  if (!isUnderstood(where, told)) approximations.push('occasion_not_understood');
  if (!isUnderstood(preferences, wished)) approximations.push('wishes_not_understood');
  return { outfits, approximations };
}

/** Whether all words of a text are understood; an empty one is. */
const isUnderstood = (text: string, { said, denied }: Sides): boolean =>
  text.trim() === '' || (said.length + denied.length > 0 && [...said, ...denied].every(({ unknown }) => !unknown));
