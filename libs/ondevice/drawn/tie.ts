import type { Point } from '../pixels/points.ts';
import { clamp, mix } from '../pixels/scalar.ts';
import { smoothCurve } from './curve.ts';
import type { Relief } from './folds.ts';
import type { Part } from './part.ts';
import type { Trunk } from './trunk.ts';

/** Heights and half widths of a four-in-hand: 9 cm of knot and a blade 8 cm wide, where the shoulder joints are 37 cm apart. */
const knot = { high: 0.13, above: 0.062, below: 0.04 };
const blade = { top: 0.04, widest: 0.105, point: 0.11 };
/** v of the blade's point: at the belt. */
const pointV = 0.96;

/** Two edges beside a line down the middle, as an outline. */
const mirrored = (middle: (y: number) => number, right: readonly Point[]): Point[] => [
  ...right.map(([x, y]): Point => [middle(y) + x, y]),
  ...right.toReversed().map(([x, y]): Point => [middle(y) - x, y]),
];

/** A tie on a shirt, whose collar leaves are to be drawn after it: the blade, then the knot. */
export function tie({ neck, form, cloth }: Trunk, torso: number): readonly [blade: Part, knot: Part] {
  const [x, top] = neck[Math.floor(neck.length / 2)]!;
  const from = top - 0.01;
  const knotEnd = from + knot.high;
  const point = Math.max(pointV * torso, knotEnd + 0.5);
  const widest = point - blade.point;
  // The collar may lie beside the spine; the tie hangs back to it.
  const middle = (y: number) => x * clamp((point - y) / (point - from), 0, 1);
  const across: Relief = (px, y) =>
    (px - middle(y)) / mix(blade.top, blade.widest, clamp((y - knotEnd) / (widest - knotEnd), 0, 1));
  const hanging: Part = {
    outline: mirrored(middle, [
      ...smoothCurve(
        [
          [blade.top * 0.8, knotEnd - 0.02],
          [blade.top * 1.25, knotEnd + 0.09],
          [mix(blade.top, blade.widest, 0.6), mix(knotEnd, widest, 0.5)],
          [blade.widest, widest],
        ],
        8,
      ),
      [0, point],
    ]),
    form: (px, y) => form(middle(y), y) + 0.012 * (1 - clamp(across(px, y), -1.1, 1.1) ** 4),
    // The dimple below the knot.
    folds: (px, y) => -0.016 * Math.exp(-((across(px, y) / 0.4) ** 2)) * Math.exp(-Math.max(0, y - knotEnd) / 0.1),
    cloth: (px, y) => cloth(px - middle(y), y),
    round: 0.008,
    shadow: { strength: 0.45, dy: 0.02, blur: 0.018 },
  };
  const tied: Part = {
    outline: mirrored(middle, [
      [knot.above, from],
      [mix(knot.above, knot.below, 0.45) + 0.004, mix(from, knotEnd, 0.5)],
      [knot.below, knotEnd],
      [knot.below * 0.55, knotEnd + 0.01],
    ]),
    form: (px, y) => {
      const half = mix(knot.above, knot.below, clamp((y - from) / knot.high, 0, 1));
      const q = clamp((px - middle(y)) / half, -1.1, 1.1);
      return form(middle(y), y) + 0.022 * (1 - q ** 4) - 0.1 * Math.max(0, y - knotEnd + 0.02);
    },
    // Wound cloth: its pattern runs at an angle to the blade's.
    cloth: (px, y) => cloth(0.8 * (px - middle(y)) + 0.6 * y, 0.8 * y - 0.6 * (px - middle(y))),
    round: 0.008,
    shadow: { strength: 0.5, dy: 0.015, blur: 0.012 },
  };
  return [hanging, tied];
}
