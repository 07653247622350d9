import type { Appearance } from '../analysis/appearance.ts';
import { candidates, type Dresses } from './candidates.ts';
import { clothingOf, type Outfit } from './outfit.ts';
import { isMeant, type Occasion, type Wishes } from './wishes.ts';

/** From how many outfits on the last may be of another kind than the others. */
const severalOutfits = 3;

/** Takes the best outfits for a person, with dresses and skirts as `offerDresses` decides. */
export function chooseOutfits(appearance: Appearance, occasion: Occasion, wishes: Wishes, count: number): Outfit[] {
  const scoreOf = (outfit: Outfit) => fitness(outfit, occasion) + taste(outfit, wishes) + colours(outfit, wishes);
  const best = (dresses: Dresses, how: number, beside: readonly Outfit[] = []): Outfit[] =>
    mostFitting(candidates(appearance, occasion, wishes, dresses), scoreOf, how, beside);
  const offer = offerDresses(appearance, occasion, wishes);
  if (offer === 'half') {
    const dresses = best('only', Math.ceil(count / 2));
    const others = best('asked', count - dresses.length, dresses);
    return others.flatMap((other, k) => [...dresses.slice(k, k + 1), other]).concat(dresses.slice(others.length));
  }
  if (offer === 'last' && count >= severalOutfits) {
    const others = best('asked', count - 1);
    const last = best('only', 1, others);
    if (last.length > 0) return [...others, ...last];
  }
  return best(offer === 'any' ? 'all' : 'asked', count);
}

/** Occasions for which many people look for a dress. */
const festive: readonly Occasion['kind'][] = ['wedding', 'formal', 'party', 'date'];

/**
 * How many of the outfits may have a dress or a skirt: any, every other one, the last of several, or those asked for by name. Decided by
 * wishes, by what the person wears and by the occasion, in this order; nothing is inferred from a face. Who refuses trousers has to wear
 * something else, who wears a skirt may like one, and of whom only head and shoulders are seen nothing is known but the occasion.
 */
function offerDresses({ wears }: Appearance, { kind }: Occasion, { wanted, refused }: Wishes) {
  if (refused.styles.includes('feminine') || isMeant('dress', refused.garments)) return 'asked';
  if (wanted.styles.includes('feminine')) return 'any';
  if (wanted.garments.length > 0) return 'asked';
  if (refused.garments.includes('trousers')) return 'any';
  if (wears === 'dress' || wears === 'skirt') return 'half';
  return wears === 'unknown' && festive.includes(kind) ? 'last' : 'asked';
}

/** Takes the best outfit, then repeatedly the best one that is least similar to those already taken, and to those `beside` them. */
function mostFitting(
  outfits: readonly Outfit[],
  scoreOf: (outfit: Outfit) => number,
  count: number,
  beside: readonly Outfit[],
): Outfit[] {
  let left = outfits.map((outfit) => ({
    outfit,
    score: beside.reduce((rest, other) => rest - likeness(other, outfit), scoreOf(outfit)),
    name: clothingOf(outfit),
  }));
  const taken: Outfit[] = [];
  while (taken.length < count && left.length > 0) {
    const best = left.reduce((most, one) => (one.score > most.score ? one : most));
    taken.push(best.outfit);
    left = left.filter(({ name }) => name !== best.name);
    for (const one of left) one.score -= likeness(best.outfit, one.outfit);
  }
  return taken;
}

function likeness(a: Outfit, b: Outfit): number {
  const same = (role: 'base' | 'accent') =>
    a.template.layers.some((layer) => layer.role === role) && a.colouring[role] === b.colouring[role];
  return (
    (a.template.id === b.template.id ? 7 : 0) +
    (a.template.style === b.template.style ? 1 : 0) +
    (same('base') ? 1.2 : 0) +
    (same('accent') ? 1.8 : 0)
  );
}

/** What cloth is worth in the cold and in the heat. */
const inWeather = { cold: { linen: -4, knit: 1 }, hot: { linen: 1, knit: -2 } } as const;

/** How well an outfit matches an occasion; the unit of this and of the other scores is a third of a step of `fits`. */
function fitness({ template, pieces }: Outfit, { kind, weather }: Occasion): number {
  const fits = (template.fits[kind] ?? 0) * 3;
  if (!weather) return fits - (template.weather ? 1 : 0);
  if (template.weather && template.weather !== weather) return fits - 20;
  const cloth = (['linen', 'knit'] as const).find((one) => pieces.some(({ material }) => material === one));
  return fits + (template.weather ? 3 : 0) + (cloth ? inWeather[weather][cloth] : 0);
}

/** How well an outfit matches wanted styles, garments, cloth and patterns. */
function taste({ template, pieces }: Outfit, { wanted, refused }: Wishes): number {
  const styles = [...template.tags, template.style];
  const liked = wanted.styles.filter((style) => styles.includes(style)).length;
  const named = wanted.styles.some((style) => template.style.startsWith(style));
  const disliked = refused.styles.filter((style) => styles.includes(style)).length;
  const asked = pieces.filter(({ noun }) => isMeant(noun, wanted.garments)).length;
  const cloth = wanted.materials.filter((wish) =>
    pieces.some(
      ({ material, noun }) => material === wish || noun.includes(wish) || (wish === 'denim' && noun === 'jeans'),
    ),
  ).length;
  const patterned = pieces.some(({ pattern }) => pattern && wanted.patterns.includes(pattern));
  return (
    Math.min(2, liked) * 4 + (named ? 3 : 0) - disliked * 7 + Math.min(2, asked) * 10 + cloth * 3 + (patterned ? 4 : 0)
  );
}

/** Wanted colours count most on the clothes, the first one more than the next. */
function colours({ pieces, extras }: Outfit, { wanted }: Wishes): number {
  const worn = pieces.flatMap(({ colour, second }) => (second ? [colour, second] : [colour]));
  let score = 0;
  wanted.colours.forEach((colour, k) => {
    const worth = Math.max(1, 5 - k * 1.5);
    if (worn.includes(colour)) score += worth;
    else if (extras.some((extra) => extra.includes(colour))) score += worth / 4;
  });
  const moody = wanted.mood.some((colour) => worn.includes(colour));
  return score + (moody ? 4 : 0);
}
