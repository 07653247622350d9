import { clothingOf, type Outfit } from './compose-outfit.ts';
import type { Occasion } from './read-occasion.ts';
import type { Wishes } from './read-wishes.ts';
import { scoreOutfit } from './score-outfit.ts';

/** Takes the best outfit, then repeatedly the best one that is least similar to those already taken, and to those `beside` them. */
export function mostFitting(
  outfits: readonly Outfit[],
  occasion: Occasion,
  wishes: Wishes,
  count: number,
  beside: readonly Outfit[] = [],
): Outfit[] {
  const left = outfits.map((outfit) => ({
    outfit,
    score: beside.reduce((score, other) => score - likeness(other, outfit), scoreOutfit(outfit, occasion, wishes)),
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
