import type { Point } from '../pixels/points.ts';
import { clamp, mix, smoothstep } from '../pixels/scalar.ts';
import type { Relief } from './folds.ts';
import type { Part } from './part.ts';
import { type Side, sign } from './side.ts';
import { strip } from './strip.ts';
import type { Collar } from './upper-styles.ts';

/**
 * How wide a band is and how far down it goes from where it leaves the neck, in shoulder widths, to a rounded end; without that as far as the front
 * edge.
 */
export type Band = { half: number; bulge: number; down?: number };

/** The bands that some collars are: of a cardigan, and one that stands round the neck and is open in front. */
export const bands: Partial<Record<Collar, Band>> = {
  front: { half: 0.036, bulge: 0.012 },
  stand: { half: 0.05, bulge: 0.008, down: 0.2 },
};
/** From which share of its length a collar's end is rounded, and how wide it is there, as a share. */
const rounded = { from: 0.5, width: 0.85 } as const;
const narrowest = 0.05;

const steps = 24;

/**
 * A band along the front edge of an open garment, which begins behind the neck.
 *
 * @param from where the front edge leaves the neck
 * @param edge x of the front edge at a height
 * @param hem y where the edge ends
 * @param ground the form of the garment that it is sewn on
 */
export function frontBand(
  side: Side,
  from: Point,
  edge: (y: number) => number,
  hem: number,
  { half, bulge, down }: Band,
  ground: Relief,
): Part {
  const d = sign(side);
  const until = down === undefined ? hem : from[1] + down;
  const halfAt = (along: number): number => {
    if (down === undefined) return half;
    const end = clamp((along - rounded.from) / (1 - rounded.from), 0, 1);
    return half * mix(1, rounded.width, along) * Math.max(narrowest, Math.sqrt(1 - end * end));
  };
  const line = Array.from({ length: steps + 1 }, (_, k): Point => {
    const y = mix(from[1] - 0.01, until, k / steps);
    // It comes from behind the neck and turns down on the front.
    return [edge(y) + d * halfAt(k / steps) * mix(-0.3, 0.9, smoothstep(0, 0.14, y - from[1])), y];
  });
  const band = strip(line, halfAt, bulge, ground);
  const sewn = line.map(([x, y], k): Point => [x + d * 0.9 * halfAt(k / steps), y]);
  return { ...band, seams: [{ points: sewn, width: 0.007, strength: 0.25 }] };
}
