import type { Point } from '../pixels/points.ts';
import { mix } from '../pixels/scalar.ts';
import { alongLimb } from './limb.ts';
import type { Measures } from './measures.ts';
import type { Part } from './part.ts';
import type { Side } from './side.ts';

/** Where a trunk's shoulder ends below the cap of a sleeve: not as far out as the tip, as a cap is round. Both lie `lift` above the body. */
export function underCap({ shoulderTop, tips }: Measures, side: Side, lift: number): Point {
  const [seam, tip] = [shoulderTop(side, 0.85), tips[side]];
  return [mix(seam[0], tip[0], 0.6), mix(seam[1], tip[1], 0.6) - lift];
}

/** What shows between a trunk and the cap of a sleeve on a shoulder that is turned away; drawn below both. */
export const gusset = (
  measures: Measures,
  side: Side,
  { form, cloth }: Pick<Part, 'form' | 'cloth'>,
  lift: number,
): Part => ({
  outline: [
    measures.shoulderTop(side, 0.6),
    underCap(measures, side, lift),
    alongLimb(measures.arms[side], 0.35),
    measures.pits[side],
  ],
  ...{ form, cloth },
});
