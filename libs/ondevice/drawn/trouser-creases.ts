import type { Point } from '../pixels/points.ts';
import { clamp, mix } from '../pixels/scalar.ts';
import { type Crease, chances } from './folds.ts';
import { type Side, sign } from './side.ts';

/** One leg of a pair of trousers: x of its inner and outer edge at a height, and its ends. */
export type TrouserLeg = {
  side: Side;
  inner: (y: number) => number;
  outer: (y: number) => number;
  kneeY: number;
  hemY: number;
  hem: readonly Point[];
};

/** Creases of trousers: fans from the crotch, bends at the knees, breaks over the shoes, and long drags down the legs. */
export function trouserCreases(legs: readonly TrouserLeg[], crotch: Point, waistY: number): Crease[] {
  const chance = chances(5);
  return legs.flatMap(({ side, inner, outer, kneeY, hemY }) => {
    const outward = sign(side);
    const at = (y: number, share: number): Point => [mix(inner(y), outer(y), share), y];
    const fan = Array.from(
      { length: 4 },
      (_, i): Crease => ({
        from: [crotch[0] + outward * 0.02, crotch[1] + (i - 2.2) * 0.04],
        to: [crotch[0] + outward * (0.16 + 0.12 * chance()), crotch[1] + i * 0.09 - 0.22],
        ...{ width: 0.018, depth: outward * 0.02 },
      }),
    ).filter(({ to }) => to[1] > waistY + 0.1);
    const fromSide = (y: number, width: number, depth: number, fall: number): Crease => {
      const edge = chance() < 0.5 ? 0 : 1;
      const to = at(y + 0.04, edge === 1 ? 0.45 - 0.2 * chance() : 0.55 + 0.2 * chance());
      return {
        from: at(y, edge),
        to: [to[0], y + fall],
        width: width + 0.015 * chance(),
        depth: (edge === 1 ? 1 : -1) * outward * depth,
      };
    };
    const knee = Array.from({ length: 4 }, (_, i) =>
      fromSide(kneeY + (i - 1.5) * 0.12 + 0.1 * (chance() - 0.5), 0.022, 0.014, (chance() - 0.35) * 0.3),
    );
    const shoe = Array.from({ length: 3 }, (_, i) =>
      fromSide(hemY - (0.05 + 0.11 * i + 0.04 * chance()), 0.02, 0.018, (chance() - 0.1) * 0.16),
    );
    const long = Array.from({ length: 4 }, (_, i): Crease => {
      const share = 0.2 + 0.6 * chance();
      const y = mix(crotch[1], kneeY, 0.1 + 0.5 * chance()) + (i % 2) * (kneeY - crotch[1]) * 0.8;
      const to = Math.min(y + 0.7 + 0.6 * chance(), hemY);
      return {
        from: at(y, share),
        to: at(to, clamp(share + 0.3 * (chance() - 0.5), 0.1, 0.9)),
        ...{ width: 0.03 + 0.02 * chance(), depth: (i % 2 ? 1 : -1) * 0.018 },
      };
    });
    // Of shorts there is only what lies above their hem.
    return [...fan, ...knee, ...shoe, ...long].filter(({ from, to }) => Math.max(from[1], to[1]) < hemY + 0.05);
  });
}
