import type { Point } from '../pixels/points.ts';
import { xAlong } from './curve.ts';
import type { Measures } from './measures.ts';
import { type Side, sign } from './side.ts';
import type { Front } from './upper-styles.ts';

/** Distances of a front edge from the spine at v: `[v, distance]`; the last one is at the hem. */
const courses: Readonly<Record<'open' | 'hanging' | 'zip', readonly (readonly [number | 'hem', number])[]>> = {
  /** Closed by one button below the waist, its corners rounded away. */
  open: [
    [0.12, 0.155],
    [0.3, 0.1],
    [0.62, 0.012],
    [0.78, -0.02],
    [0.95, 0.02],
    ['hem', 0.17],
  ],
  hanging: [
    [0.3, 0.17],
    [0.62, 0.13],
    [1.1, 0.17],
    ['hem', 0.24],
  ],
  zip: [
    [0.2, 0.12],
    [0.6, 0.1],
    ['hem', 0.12],
  ],
};

/** The v where a front with lapels closes. */
export const closing = 0.62;

/** The front edge of a side: its x at a height, signed like the side. `from` is where it leaves the neck. */
export function frontEdge(
  { torso }: Measures,
  side: Side,
  from: Point,
  hemY: number,
  front: Front,
): (y: number) => number {
  const d = sign(side);
  const course = courses[front === 'hanging' || front === 'zip' ? front : 'open'];
  return xAlong([
    [from[0], from[1] - 0.06],
    ...course.map(([v, x]): Point => [d * x, v === 'hem' ? hemY + 0.1 : v * torso]),
  ]);
}
