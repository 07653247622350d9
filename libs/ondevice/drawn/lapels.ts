import type { Point } from '../pixels/points.ts';
import { mix } from '../pixels/scalar.ts';
import { smoothCurve } from './curve.ts';
import { closing } from './front-edge.ts';
import type { Measures } from './measures.ts';
import type { Part } from './part.ts';
import { type Side, sign } from './side.ts';

/** How far a collar lies on the shoulder beside the neck, in shoulder widths: some 4 cm. */
const onShoulder = 0.1;

/**
 * The lapel and the collar of a jacket's side, the lapel first: notched below the collar bone, turned over along the front edge.
 *
 * @param from where the front edge leaves the neck
 * @param edge x of the front edge at a height
 * @param wide how wide the lapel is, 1 as usual
 */
export function lapel(
  { torso, half, shoulders, shoulderTop }: Measures,
  side: Side,
  from: Point,
  edge: (y: number) => number,
  wide = 1,
): Part[] {
  const d = sign(side);
  const at = (v: number) => v * torso;
  const place = (x: number, v: number): Point => [d * x, at(v)];
  const bottom: Point = [edge(at(closing)), at(closing)];
  const bulge = 0.55 * half(side, 0.36);
  const notch = place(0.25 + 0.02 * wide, 0.12);
  const outline: Point[] = [
    [from[0], from[1] - 0.01],
    ...smoothCurve([from, [edge(at(0.2)) - d * 0.015, at(0.2)], bottom], 8),
    ...smoothCurve([bottom, place(0.1 + 0.17 * wide, 0.42), place(0.18 + 0.19 * wide, 0.2)], 8),
    place(0.185 + 0.19 * wide, 0.185),
    notch,
  ];
  const turned: Part = {
    outline,
    form: (x, y) => {
      const out = (x - edge(y)) * d;
      return bulge + 0.1 * out - 0.3 * out * out;
    },
    folds: (x, y) => {
      // The roll line bulges most where the lapel turns.
      const out = (x - edge(y)) * d;
      return 0.014 * Math.exp(-((out / 0.03) ** 2));
    },
    cloth: (x, y) => [d * x * 0.8 + y * 0.6, y * 0.8 - d * x * 0.6],
    shadow: { strength: 0.55, dx: d * 0.016, dy: 0.02, blur: 0.018 },
    seams: [
      {
        points: smoothCurve([bottom, place(0.1 + 0.17 * wide, 0.42), place(0.18 + 0.19 * wide, 0.2)], 8).map(
          ([x, y]): Point => [x - d * 0.014, y],
        ),
        width: 0.005,
        strength: 0.12,
      },
    ],
  };
  // From behind the neck it comes down on the shoulder and lies flat there.
  const nape: Point = [from[0] - d * 0.025, from[1] - 0.012];
  const out = Math.abs(from[0]) + onShoulder;
  const shoulder: Point = [d * out, shoulderTop(side, out / Math.abs(shoulders[side][0]))[1] - 0.05];
  const outer = Math.max(0.305, out);
  const collarOutline: Point[] = [
    from,
    ...smoothCurve(
      [
        nape,
        [mix(nape[0], shoulder[0], 0.45), mix(nape[1], shoulder[1], 0.4)],
        shoulder,
        place(outer + 0.005, 0.05),
        place(outer + 0.005 + 0.025 * wide, 0.115),
      ],
      6,
    ),
    place(0.25 + 0.005 * wide, 0.138),
    [edge(at(0.14)), at(0.14)],
  ];
  const collar: Part = {
    outline: collarOutline,
    form: (x, y) => bulge + 0.25 * (y - from[1]) - 0.22 * d * (x - from[0]),
    cloth: (x, y) => [d * x * 0.5 + y * 0.86, y * 0.5 - d * x * 0.86],
    shadow: { strength: 0.5, dx: d * 0.01, dy: 0.018, blur: 0.014 },
  };
  return [turned, collar];
}
