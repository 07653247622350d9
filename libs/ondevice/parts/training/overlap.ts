import { partNames } from '../classifier-weights.ts';
import { unknown } from './label-maps.ts';

/** Pixels of each part: `shared` found where labelled, `either` found or labelled. */
export type Overlap = { shared: number[]; either: number[] };

/** No pixels yet. */
export const noOverlap = (): Overlap => ({ shared: partNames.map(() => 0), either: partNames.map(() => 0) });

/** Counts the pixels of `found` and of `labels` in `total`, where the label is known. */
export function addOverlap(total: Overlap, found: Uint8Array, labels: Uint8Array): void {
  for (const [i, label] of labels.entries()) {
    if (label === unknown) continue;
    const part = found[i]!;
    total.either[label]!++;
    if (part === label) total.shared[label]!++;
    else total.either[part]!++;
  }
}

/** Intersection over union of each part, 0..1 (Jaccard); NaN of a part that was neither found nor labelled. */
export const intersectionOverUnion = ({ shared, either }: Overlap): number[] =>
  shared.map((count, part) => count / either[part]!);

/**
 * Labels of a `side` x `side` map that are at least `distance` pixels, across, down and diagonally, from another label;
 * `unknown` elsewhere. The map's own border is none.
 */
export function farFromBorders(labels: Uint8Array, side: number, distance: number): Uint8Array {
  const alike = (at: (k: number) => number, centre: number) => {
    const [low, high] = [Math.max(0, centre - distance), Math.min(side - 1, centre + distance)];
    for (let k = low; k <= high; k++) if (at(k) !== at(centre)) return false;
    return true;
  };
  // A square of one label is one whose rows are of one label, and whose middle column is of one such.
  const rows = labels.map((label, i) => {
    const start = i - (i % side);
    return alike((k) => labels[start + k]!, i % side) ? label : unknown;
  });
  return rows.map((label, i) => (alike((k) => rows[k * side + (i % side)]!, Math.floor(i / side)) ? label : unknown));
}
