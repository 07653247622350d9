import type { Neck } from '../garment/garments.ts';
import type { Point } from '../pixels/points.ts';
import { clamp, mix } from '../pixels/scalar.ts';
import type { Measures } from './measures.ts';
import { both, type Pair, type Side, sign } from './side.ts';

/**
 * A neckline's shape: `shares` how far out on the shoulders it ends, `depth` how far below those ends its middle lies (shoulder
 * widths), `sharp` 1 for a V, more for rounder ones.
 */
export type NeckShape = { shares: Pair<number>; depth: number; sharp: number };

const shapes: Readonly<Record<Neck, Omit<NeckShape, 'shares'> & { share: number }>> = {
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
  { shoulderTop, shoulders, neck: { sides } }: Pick<Measures, 'shoulderTop' | 'shoulders' | 'neck'>,
  worn: number | undefined,
): NeckShape {
  const { share, depth, sharp } = shapes[neck];
  // A close neckline closes round this neck, not round a usual one, and a neck may lean to one side.
  const close = (side: Side) => clamp((sides[side] + sign(side) * room) / shoulders[side][0], 0.28, 0.5);
  const shares = share < 0.5 ? both(close) : both(() => share);
  if (worn === undefined) return { shares, depth, sharp };
  const ends = (shoulderTop(0, shares[0])[1] + shoulderTop(1, shares[1])[1]) / 2;
  return { shares, depth: Math.max(0.08, Math.min(depth, worn - ends)), sharp };
}

/** How far from the neck a close neckline ends, in shoulder widths. */
const room = 0.035;

/** Where a garment's neckline ends on both shoulders. */
export function neckEnds(neck: Neck, measures: Measures): Pair<Point> {
  const { shares } = neckShape(neck, measures, undefined);
  return both((side) => measures.shoulderTop(side, shares[side]));
}

/** The neckline's points from the right end to the left one, lifted with the garment. */
export function necklinePoints({ shoulderTop }: Measures, { shares, depth, sharp }: NeckShape, lift: number): Point[] {
  const [from, to] = [shoulderTop(1, shares[1]), shoulderTop(0, shares[0])];
  return Array.from({ length: 31 }, (_, i): Point => {
    const t = i / 30;
    const away = Math.abs(2 * t - 1);
    return [mix(from[0], to[0], t), mix(from[1], to[1], t) - lift + depth * (1 - away ** sharp)];
  });
}
