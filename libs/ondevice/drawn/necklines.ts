import type { Neck } from '../garment/garments.ts';
import type { Point } from '../pixels/points.ts';
import { clamp, mix } from '../pixels/scalar.ts';
import type { Measures } from './measures.ts';
import { both } from './side.ts';

/**
 * A neckline's shape: `share` how far out on the shoulder it ends, `depth` how far below those ends its middle lies (shoulder
 * widths), `sharp` 1 for a V, more for rounder ones.
 */
export type NeckShape = { share: number; depth: number; sharp: number };

const shapes: Readonly<Record<Neck, NeckShape>> = {
  crew: { share: 0.42, depth: 0.2, sharp: 2.4 },
  scoop: { share: 0.52, depth: 0.36, sharp: 2.6 },
  v: { share: 0.42, depth: 0.44, sharp: 1.05 },
  collar: { share: 0.4, depth: 0.26, sharp: 1.2 },
  turtle: { share: 0.38, depth: 0.16, sharp: 2.4 },
  boat: { share: 0.7, depth: 0.13, sharp: 2.2 },
};

/**
 * The shape of a garment's neckline on this person: never lower than the worn one, as nobody knows what the neck below it
 * looks like.
 *
 * @param worn where the worn top begins on the spine, in shoulder widths below the shoulder line
 */
export function neckShape(
  neck: Neck,
  { shoulderTop, shoulders, neck: { half } }: Measures,
  worn: number | undefined,
): NeckShape {
  const usual = shapes[neck];
  // A close neckline closes round this neck, not round a usual one.
  const close = clamp(((half + 0.04) / Math.abs(shoulders[0][0] - shoulders[1][0])) * 2, 0.3, 0.48);
  const shape = { ...usual, share: usual.share < 0.5 ? close : usual.share };
  if (worn === undefined) return shape;
  const ends = (shoulderTop(0, shape.share)[1] + shoulderTop(1, shape.share)[1]) / 2;
  return { ...shape, depth: Math.max(0.08, Math.min(shape.depth, worn - ends)) };
}

/** Where a garment's neckline ends: how far beside the spine, and at which height. */
export function neckEnd(neck: Neck, measures: Measures): Point {
  const { share } = neckShape(neck, measures, undefined);
  const [left, right] = both((side) => measures.shoulderTop(side, share));
  return [Math.max(-left[0], right[0]), (left[1] + right[1]) / 2];
}

/** The neckline's points from the right end to the left one, lifted with the garment. */
export function necklinePoints({ shoulderTop }: Measures, { share, depth, sharp }: NeckShape, lift: number): Point[] {
  const [from, to] = [shoulderTop(1, share), shoulderTop(0, share)];
  return Array.from({ length: 31 }, (_, i): Point => {
    const t = i / 30;
    const away = Math.abs(2 * t - 1);
    return [mix(from[0], to[0], t), mix(from[1], to[1], t) - lift + depth * (1 - away ** sharp)];
  });
}
