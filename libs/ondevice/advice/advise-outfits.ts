import type { OutfitAdvice } from '@styling/contracts';
import type { Appearance } from '../analysis/appearance.ts';
import { chooseFrom, colouringsOf } from './colouring.ts';
import { clothingOf, composeOutfit, namePiece, type Outfit } from './compose-outfit.ts';
import { explainOutfit } from './explain-outfit.ts';
import { bottoms, isMeant } from './garment-groups.ts';
import { type OutfitTemplate, outfitTemplates, type TemplateLayer } from './outfit-templates.ts';
import { paletteOf } from './palette.ts';
import { type Occasion, readOccasion } from './read-occasion.ts';
import { readWishes, saidIn, type Wishes } from './read-wishes.ts';
import { scoreOutfit } from './score-outfit.ts';

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
  const all = withGarmentsOf(wishes, readWishes(where));
  const outfits = mostFitting(candidates(appearance, occasion, all), occasion, all, count);
  return outfits.map((outfit) => ({
    description: explainOutfit(outfit, appearance, occasion, all),
    items: [...outfit.pieces.map(namePiece), ...outfit.extras],
    style: outfit.template.style,
    clothing: clothingOf(outfit),
  }));
}

const withGarmentsOf = (wishes: Wishes, more: Wishes): Wishes => ({
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
});

/** Every outfit that respects what is refused. */
function candidates(appearance: Appearance, occasion: Occasion, wishes: Wishes): Outfit[] {
  const colourings = colouringsOf(chooseFrom(paletteOf(appearance), appearance, occasion, wishes));
  const { wanted, refused, plain } = wishes;
  const patterns = wanted.patterns.length > 0 ? wanted.patterns : [plain ? ('solid' as const) : undefined];
  const templates = outfitTemplates
    .flatMap((template) => variants(template, wishes))
    .filter((template) => isOpen(template, wishes));
  // Somebody who refuses everything is still advised something.
  const open = templates.length > 0 ? templates : outfitTemplates.filter(({ onlyAsked }) => !onlyAsked);
  const outfits = open.flatMap((template) =>
    colourings.flatMap((colouring) => patterns.map((pattern) => composeOutfit(template, colouring, pattern))),
  );
  const fine = outfits.filter(({ pieces }) =>
    pieces.every(({ pattern }) => !pattern || !refused.patterns.includes(pattern)),
  );
  return fine.length > 0 ? fine : outfits;
}

/** The template itself, with its bottom exchanged for those asked for, or for another one where it is refused. */
function variants(template: OutfitTemplate, { wanted, refused }: Wishes): OutfitTemplate[] {
  const bottom = template.layers.findLast(({ noun }) => isMeant(noun, bottoms));
  if (!bottom || template.style === 'black tie' || template.id === 'suit' || template.onlyAsked) return [template];
  const instead = isMeant(bottom.noun, refused.garments)
    ? bottoms
        .slice(0, 3)
        .filter((noun) => !isMeant(noun, refused.garments))
        .slice(0, 1)
    : [];
  const asked = bottoms.filter((noun) => wanted.garments.includes(noun) && noun !== bottom.noun);
  const exchange = (noun: string): OutfitTemplate => {
    const role = noun === 'jeans' ? 'jeans' : bottom.role === 'jeans' ? 'other' : bottom.role;
    const layer: TemplateLayer = { noun, role, ...(noun === 'trousers' && { material: 'cotton' as const }) };
    return { ...template, layers: template.layers.map((own) => (own === bottom ? layer : own)) };
  };
  return [template, ...[...asked, ...instead].map(exchange)];
}

function isOpen({ layers, extras, tags, onlyAsked }: OutfitTemplate, { wanted, refused }: Wishes): boolean {
  const nouns = layers.map(({ noun }) => noun);
  if (nouns.some((noun) => isMeant(noun, refused.garments))) return false;
  const text = [...nouns, ...extras, ...layers.map(({ material }) => material)].join(' ');
  if (refused.materials.some((material) => text.includes(material))) return false;
  if (refused.materials.includes('denim') && nouns.includes('jeans')) return false;
  if (!onlyAsked) return true;
  const asked = nouns.some((noun) => isMeant(noun, wanted.garments));
  return (
    asked || (wanted.styles.includes('feminine') && !refused.styles.includes('feminine') && tags.includes('feminine'))
  );
}

/** Takes the best outfit, then each time the best that is least like those already taken. */
function mostFitting(outfits: readonly Outfit[], occasion: Occasion, wishes: Wishes, count: number): Outfit[] {
  const left = outfits.map((outfit) => ({
    outfit,
    score: scoreOutfit(outfit, occasion, wishes),
    name: clothingOf(outfit),
  }));
  const taken: Outfit[] = [];
  while (taken.length < count && left.length > 0) {
    let best = left[0];
    for (const one of left) if (best === undefined || one.score > best.score) best = one;
    if (!best) break;
    const { outfit, name } = best;
    taken.push(outfit);
    for (let k = left.length - 1; k >= 0; k--) {
      const other = left[k];
      if (!other) continue;
      if (other.name === name) left.splice(k, 1);
      else other.score -= likeness(outfit, other.outfit);
    }
  }
  return taken;
}

function likeness(a: Outfit, b: Outfit): number {
  const same = (role: 'base' | 'accent' | 'light' | 'leather') =>
    a.template.layers.some((layer) => layer.role === role) && a.colouring[role] === b.colouring[role];
  return (
    (a.template.id === b.template.id ? 7 : 0) +
    (a.template.style === b.template.style ? 1 : 0) +
    (same('base') ? 1.2 : 0) +
    (same('accent') ? 1.8 : 0)
  );
}
