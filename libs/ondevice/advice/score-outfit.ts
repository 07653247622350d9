import type { Outfit } from './compose-outfit.ts';
import { isMeant } from './garment-groups.ts';
import type { Occasion } from './read-occasion.ts';
import type { Wishes } from './read-wishes.ts';

/** How well an outfit matches occasion and wishes; the unit is a third of a step of `fits`. */
export function scoreOutfit(outfit: Outfit, occasion: Occasion, wishes: Wishes): number {
  return fitness(outfit, occasion) + taste(outfit, wishes) + colours(outfit, wishes);
}

function fitness({ template, pieces }: Outfit, { kind, weather }: Occasion): number {
  const fits = (template.fits[kind] ?? 0) * 3;
  const linen = pieces.some(({ material }) => material === 'linen');
  const knit = pieces.some(({ material }) => material === 'knit');
  if (!weather) return fits - (template.weather ? 1 : 0);
  if (template.weather && template.weather !== weather) return fits - 20;
  return (
    fits + (template.weather ? 3 : 0) + (weather === 'cold' ? (linen ? -4 : knit ? 1 : 0) : linen ? 1 : knit ? -2 : 0)
  );
}

function taste({ template, pieces }: Outfit, { wanted, refused }: Wishes): number {
  const styles = [...template.tags, template.style];
  const liked = wanted.styles.filter((style) => styles.includes(style)).length;
  const named = wanted.styles.some((style) => template.style.startsWith(style));
  const disliked = refused.styles.filter((style) => styles.includes(style)).length;
  const asked = pieces.filter(({ noun }) => isMeant(noun, wanted.garments)).length;
  const cloth = wanted.materials.filter((material) =>
    pieces.some(
      (piece) =>
        piece.material === material ||
        piece.noun.includes(material) ||
        (material === 'denim' && piece.noun === 'jeans'),
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
