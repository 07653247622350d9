import { distanceBetween, type Point } from '../pixels/points.ts';
import { clamp, mix } from '../pixels/scalar.ts';
import { type Figure, reach } from './outline-of-body.ts';

/** An arm or a leg in body coordinates: its three joints, and its half width at `t`, 0 and 1 and 2 at the joints. */
export type Limb = { joints: readonly [Point, Point, Point]; radius: (t: number) => number };

/**
 * Where along a limb its width is measured, as near the trunk it would be the trunk's, and how wide it usually is there, as a `share` of
 * what is usual for the bone.
 */
const places = [
  { t: 0.55, share: 1 },
  { t: 0.8, share: 1 },
  { t: 1.3, share: 1 },
  { t: 1.8, share: 0.8 },
] as const;
/** How far beside a limb its border is looked for, in usual half widths. */
const farthest = 1.7;

/** The point of a limb at `t`. */
export function alongLimb({ joints }: Pick<Limb, 'joints'>, t: number): Point {
  const [from, to] = t <= 1 ? [joints[0], joints[1]] : [joints[1], joints[2]];
  const share = t <= 1 ? t : t - 1;
  return [mix(from[0], to[0], share), mix(from[1], to[1], share)];
}

/**
 * Measures a limb by where the person ends beside it, within 0.55..1.2 of the `usual` half widths of its two bones; in front of the trunk,
 * where no border is seen, it is as wide as usual.
 */
export function measureLimb(figure: Figure, joints: Limb['joints'], usual: readonly [number, number]): Limb {
  const widths = places.map(({ t, share }) => {
    const [from, to] = t <= 1 ? [joints[0], joints[1]] : [joints[1], joints[2]];
    const length = distanceBetween(from, to) || 1e-6;
    const normal: Point = [-(to[1] - from[1]) / length, (to[0] - from[0]) / length];
    const expected = usual[t <= 1 ? 0 : 1];
    const most = expected * farthest;
    const side = (d: 1 | -1) =>
      reach(figure, alongLimb({ joints }, t), [normal[0] * d, normal[1] * d], most, () => false);
    // Beside the trunk only the free side tells.
    const seen = Math.min(side(1), side(-1));
    return seen >= most ? expected * share : clamp(seen, expected * 0.55, expected * 1.2);
  });
  const [seenUpper, seenLowerEnd, lower, end] = widths as [number, number, number, number];
  // A short wide sleeve is not the arm: its lower half tells how wide the upper one can be.
  const most = ((1.15 * usual[0]) / usual[1]) * lower;
  const [upper, lowerEnd] = [Math.min(seenUpper, most), Math.min(seenLowerEnd, most)];
  const root = Math.max(upper * 1.08, usual[0] * 0.74);
  return {
    joints,
    radius: (t) =>
      t < 0.55
        ? mix(root, upper, t / 0.55)
        : t < 0.8
          ? mix(upper, lowerEnd, (t - 0.55) / 0.25)
          : t < 1.3
            ? mix(lowerEnd, lower, (t - 0.8) / 0.5)
            : mix(lower, end, clamp((t - 1.3) / 0.5, 0, 1)),
  };
}
