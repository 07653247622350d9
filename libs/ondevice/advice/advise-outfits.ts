import type { OutfitAdvice } from '@styling/contracts';
import type { Appearance } from '../analysis/appearance.ts';
import { readSides, type Sides } from '../words/sides.ts';
import { candidates, type Dresses } from './candidates.ts';
import { clothingOf, namePiece, type Outfit } from './compose-outfit.ts';
import { explainOutfit } from './explain-outfit.ts';
import { mostFitting } from './most-fitting.ts';
import { offerDresses } from './offer-dresses.ts';
import { type Occasion, occasionOf } from './read-occasion.ts';
import { type Wishes, wishesOf } from './read-wishes.ts';

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
  const all = withWishesOf(wishesOf(wished), wishesOf(told));
  const outfits = choose(appearance, occasion, all, count).map((outfit) => ({
    description: explainOutfit(outfit, appearance, occasion, all),
    items: [...outfit.pieces.map(namePiece), ...outfit.extras],
    style: outfit.template.style,
    clothing: clothingOf(outfit),
  }));
  const approximations: AdviceApproximation[] = [];
  if (!isUnderstood(where, told)) approximations.push('occasion_not_understood');
  if (!isUnderstood(preferences, wished)) approximations.push('wishes_not_understood');
  return { outfits, approximations };
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

/** Whether all words of a text are understood; an empty one is. */
const isUnderstood = (text: string, { said, denied }: Sides): boolean =>
  text.trim() === '' || (said.length + denied.length > 0 && [...said, ...denied].every(({ unknown }) => !unknown));

/** `wishes` and more, which do not overrule them. */
const withWishesOf = ({ wanted, refused, plain, refusedThings }: Wishes, more: Wishes): Wishes => ({
  wanted: {
    ...wanted,
    colours: union(wanted.colours, more.wanted.colours).filter((colour) => !refused.colours.includes(colour)),
    garments: union(wanted.garments, more.wanted.garments),
  },
  refused: {
    ...refused,
    colours: union(refused.colours, more.refused.colours).filter((colour) => !wanted.colours.includes(colour)),
    garments: union(refused.garments, more.refused.garments),
  },
  refusedThings: union(refusedThings, more.refusedThings),
  plain,
});

const union = <One>(one: readonly One[], other: readonly One[]): One[] => [...new Set([...one, ...other])];
