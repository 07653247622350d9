import type { Point } from '../pixels/points.ts';
import { mix } from '../pixels/scalar.ts';
import { smoothCurve } from './curve.ts';
import type { Seam } from './part.ts';
import { sign } from './side.ts';
import type { TrouserLeg } from './trouser-creases.ts';

/** Waistband, fly, pockets and belt loops. */
export function trouserDetails(
  [left, right]: readonly [TrouserLeg, TrouserLeg],
  waistY: number,
  crotch: Point,
): Seam[] {
  const row = (y: number, bow: number): Point[] =>
    Array.from({ length: 25 }, (_, i): Point => {
      const s = i / 12 - 1;
      return [mix(left.outer(y), right.outer(y), i / 24), y + bow * (1 - s * s)];
    });
  const fly = [0.1, 0.6, 1].map((t): Point => [0, mix(waistY + 0.02, crotch[1], t)]);
  const stitch = [0.12, 0.5, 0.72].map((t, k): Point => [k < 2 ? 0.05 : 0.01, mix(waistY + 0.02, crotch[1], t)]);
  const pockets = [left, right].map(({ side, outer }): Seam => {
    const [from, to] = [waistY + 0.11, waistY + 0.42];
    const outward = sign(side);
    return {
      points: smoothCurve(
        [
          [outer(from) - outward * 0.13, from],
          [outer(to) - outward * 0.02, to],
        ],
        8,
      ),
      width: 0.009,
      strength: 0.4,
    };
  });
  const loops = [left, right].flatMap(({ outer }) =>
    [0.3, 0.78].map(
      (q): Seam => ({
        points: [
          [outer(waistY) * q, waistY + 0.015],
          [outer(waistY) * q, waistY + 0.1],
        ],
        width: 0.026,
        strength: 0.12,
      }),
    ),
  );
  return [
    { points: row(waistY + 0.085, 0.02), width: 0.008, strength: 0.4 },
    { points: smoothCurve(fly, 8), width: 0.008, strength: 0.3 },
    { points: smoothCurve(stitch, 8), width: 0.006, strength: 0.14 },
    ...pockets,
    ...loops,
  ];
}
