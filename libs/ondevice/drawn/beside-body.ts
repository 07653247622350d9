import type { Point } from '../pixels/points.ts';
import type { Measures } from './measures.ts';
import { type Side, sign } from './side.ts';

/** A point of the side seam at `v`: the body's half width times `ease`, plus `extra`. */
export const besideBody = ({ half, torso }: Measures, side: Side, v: number, ease: number, extra = 0): Point => [
  sign(side) * (half(side, v) * ease + extra),
  v * torso,
];
