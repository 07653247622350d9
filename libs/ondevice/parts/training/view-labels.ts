import type { Region } from '../../models/crop.ts';
import { labelSide, unknown } from './label-maps.ts';
import { type Random, shuffle } from './seeded-random.ts';
import type { View } from './views.ts';

/**
 * The labels at the centres of the pixels of a `side` x `side` grid over a view, from the map over the region that was
 * labelled; `unknown` outside of that.
 */
export function labelsOfView(
  labels: Uint8Array,
  labelled: Region,
  { region, mirrored }: View,
  side: number,
): Uint8Array {
  const along = (k: number, centre: number, labelledCentre: number) => {
    const at = ((k + 0.5) / side - 0.5) * region.width + centre;
    return Math.floor(((at - labelledCentre) / labelled.width + 0.5) * labelSide);
  };
  const inside = (k: number) => k >= 0 && k < labelSide;
  const out = new Uint8Array(side * side).fill(unknown);
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const column = along(mirrored ? side - 1 - x : x, region.x, labelled.x);
      const row = along(y, region.y, labelled.y);
      if (inside(column) && inside(row)) out[y * side + x] = labels[row * labelSide + column]!;
    }
  return out;
}

/**
 * Numbers of `most` random pixels with a known label (fewer if there are fewer): three of a person for each of the ground, as
 * borders within a person are harder than its outline, which others see; more of the ground where the person is small.
 */
export function balancedChoice(labels: Uint8Array, most: number, random: Random): Uint16Array {
  const order = shuffle(
    Uint16Array.from(labels, (_, i) => i),
    random,
  );
  const person = order.filter((i) => labels[i] !== 0 && labels[i] !== unknown).slice(0, (most * 3) / 4);
  const ground = order.filter((i) => labels[i] === 0);
  return Uint16Array.of(...person, ...ground.slice(0, Math.min(Math.max(most / 4, most - person.length), most / 2)));
}

/** Numbers of `most` random pixels with one label, fewer if there are fewer. */
export const someOf = (labels: Uint8Array, label: number, most: number, random: Random): Uint16Array =>
  shuffle(
    Uint16Array.from(labels, (_, i) => i),
    random,
  )
    .filter((i) => labels[i] === label)
    .slice(0, most);
