import { partsOver, type SeenParts } from '../parts/see-parts.ts';
import type { Size } from '../pixels/plane.ts';

/** Least belief of the classifier, and its belief in the ground from which nobody's hair is there. */
const leastBelief = 0.05;
const mostGround = 0.5;

/** What the classifier of parts says for hair at a pixel, as a natural logarithm of odds; 0 where it did not look, undefined where it sees the ground. */
export function toldHair(parts: SeenParts | undefined, size: Size): (i: number) => number | undefined {
  const seen = parts && partsOver(parts, size);
  return (i) => {
    const x = i % size.width;
    const y = (i - x) / size.width;
    if (!seen?.covers(x, y)) return 0;
    if (seen.value(parts!.ground, x, y) > mostGround) return undefined;
    const other = seen.value(parts!.clothes, x, y) + seen.value(parts!.skin, x, y);
    return Math.log((seen.value(parts!.hair, x, y) + leastBelief) / (other + leastBelief));
  };
}
