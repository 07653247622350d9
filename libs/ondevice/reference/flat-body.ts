import { clamp, mix } from '../pixels/scalar.ts';
import type { Run, Silhouette } from './silhouette.ts';

/**
 * The body of a flat garment: what of each of its picture's `rows` holds the middle. Above the armpit the sleeves belong to it, which are
 * taken off along the armhole: from `inset` inside of the chest at the shoulder to its ends at the armpit.
 */
export type FlatBody = {
  rows: readonly Run[];
  chest: Run;
  inset: number;
  shoulder: number;
  armpit: number | undefined;
};

/** @param chest the ends at the armpit, also of rows without garment in their middle */
export function flatBody(
  { middle, armpit, height }: Silhouette,
  shoulder: number,
  chest: Run,
  inset: number,
): FlatBody {
  return { rows: Array.from({ length: height }, (_, y) => middle(y) ?? chest), chest, inset, shoulder, armpit };
}

/** Left and right end of the body at a row. */
export function bodyEdges({ rows, chest, inset, shoulder, armpit }: FlatBody, y: number): Run {
  const run = rows[clamp(Math.round(y), 0, rows.length - 1)]!;
  if (armpit === undefined || y >= armpit) return run;
  const t = clamp((y - shoulder) / (armpit - shoulder || 1), 0, 1);
  return [Math.max(run[0], mix(chest[0] + inset, chest[0], t)), Math.min(run[1], mix(chest[1] - inset, chest[1], t))];
}
