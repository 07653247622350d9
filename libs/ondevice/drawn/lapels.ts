import type { Point } from '../pixels/points.ts';
import { clamp, mix } from '../pixels/scalar.ts';
import { smoothCurve } from './curve.ts';
import { closing } from './front-edge.ts';
import type { Measures } from './measures.ts';
import type { Part } from './part.ts';
import { type Side, sign } from './side.ts';

// Lengths in shoulder widths, which are some 35 cm.

/** How far a collar lies on the shoulder beside the neck. */
const onShoulder = 0.095;
/** How far below the end of the neckline the seam of collar and lapel (the gorge) leaves the front edge. */
const gorgeBelow = 0.15;
/** Where that seam ends in the notch: how far outside of the neckline's end, and at which height. */
const notchOut = 0.1;
const notchY = 0.13;
/** The corners of the notch, seen from there: the collar's above the lapel's. */
const collarCorner = [0.058, -0.045] as const;
const lapelCorner = [0.092, 0.002] as const;
/** How high and how wide the roll is, along which both turn over. */
const roll = { high: 0.03, wide: 0.022 };

/**
 * The lapel and the collar of a jacket's side, the lapel first: both turned over along the front edge and sewn together, with a notch
 * below the collar bone.
 *
 * @param from where the front edge leaves the neck
 * @param edge x of the front edge at a height
 */
export function lapel(
  { torso, half, shoulders, shoulderTop }: Measures,
  side: Side,
  from: Point,
  edge: (y: number) => number,
): Part[] {
  const d = sign(side);
  const beyond = ([x, y]: Point, [out, down]: readonly [number, number]): Point => [x + d * out, y + down];
  const onEdge = (y: number): Point => [edge(y), y];
  const bottom = onEdge(closing * torso);
  const gorge = onEdge(from[1] + gorgeBelow);
  const notch: Point = [d * (Math.abs(from[0]) + notchOut), notchY];
  const corner = beyond(notch, lapelCorner);
  const outer = smoothCurve(
    [
      corner,
      [mix(corner[0], bottom[0], 0.1), mix(corner[1], bottom[1], 0.25)],
      [mix(corner[0], bottom[0], 0.48), mix(corner[1], bottom[1], 0.64)],
      bottom,
    ],
    8,
  );
  const alongEdge = Array.from({ length: 13 }, (_, k) => onEdge(mix(bottom[1], gorge[1], k / 12)));
  const bulge = 0.55 * half(side, 0.36);
  const out = (x: number, y: number) => (x - edge(y)) * d;
  /** It rises steeply from the edge, where the cloth turns over, and flattens outwards. */
  const rolled = (x: number, y: number) => {
    const away = Math.max(0, out(x, y));
    return roll.high * (1 - Math.exp(-away / roll.wide)) * Math.exp(-away / (6 * roll.wide));
  };
  const stitched = (points: readonly Point[], inward: readonly [number, number]) => ({
    points: points.map((point) => beyond(point, inward)),
    ...{ width: 0.005, strength: 0.14 },
  });
  const turned: Part = {
    outline: [...outer, ...alongEdge, beyond(gorge, [0, -0.03]), beyond(notch, [0, -0.02]), notch],
    form: (x, y) => bulge + 0.1 * out(x, y) - 0.4 * out(x, y) ** 2,
    folds: rolled,
    cloth: (x, y) => [d * x * 0.8 + y * 0.6, y * 0.8 - d * x * 0.6],
    shadow: { strength: 0.6, dx: d * 0.014, dy: 0.018, blur: 0.016 },
    seams: [stitched(outer, [-0.014, 0])],
  };
  // It begins where the neckline ends: closer to the neck it would cover the collar worn below. On the shoulder it lies flat.
  const top = beyond(from, [0.002, -0.014]);
  const rest = Math.abs(from[0]) + onShoulder;
  const shoulder: Point = [d * rest, shoulderTop(side, rest / Math.abs(shoulders[side][0]))[1] - 0.03];
  const tip = beyond(notch, collarCorner);
  const edgeOfCollar = smoothCurve(
    [top, [mix(top[0], shoulder[0], 0.5), mix(top[1], shoulder[1], 0.3)], shoulder, tip],
    8,
  );
  const seam = [notch, gorge];
  const collar: Part = {
    outline: [...edgeOfCollar, ...seam, from],
    form: (x, y) => bulge + 0.25 * (y - from[1]) - 0.3 * out(x, y),
    folds: rolled,
    cloth: (x, y) => [d * x * 0.5 + y * 0.86, y * 0.5 - d * x * 0.86],
    // It is sewn to the lapel, so that only its outer part casts a shadow.
    shadow: {
      ...{ strength: 0.55, dx: d * 0.01, dy: 0.014, blur: 0.012 },
      share: (x, y) => clamp((out(x, y) - 0.03) / 0.04, 0, 1),
    },
    seams: [{ points: seam, width: 0.009, strength: 0.4 }, stitched(edgeOfCollar.slice(6), [-0.012, 0.004])],
  };
  return [turned, collar];
}
