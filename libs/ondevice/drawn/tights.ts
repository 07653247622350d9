import type { Point } from '../pixels/points.ts';
import { clamp, mix, smoothstep } from '../pixels/scalar.ts';
import type { Relief } from './folds.ts';
import type { Limb } from './limb.ts';
import type { Measures } from './measures.ts';
import type { Part } from './part.ts';
import { both } from './side.ts';
import { onTube, tubeAxis } from './tube.ts';

/** Legs are narrower than the trousers round them, at the ankle most. */
const [legShare, ankleShare] = [0.86, 0.66];
/** Half widths of legs along them, in shoulder widths: hip, thigh, knee, calf, ankle. */
const usual: readonly (readonly [t: number, half: number])[] = [
  [0, 0.22],
  [0.5, 0.18],
  [1, 0.132],
  [1.35, 0.132],
  [1.9, 0.075],
  [2, 0.075],
];
/** How far below the ankle tights go on into the shoe. */
const intoShoe = 0.16;

/** Half the width of a leg itself at `t`, as people have it. */
export function usualHalf(t: number): number {
  const next = Math.max(
    1,
    usual.findIndex(([at]) => at >= t),
  );
  const [a, b] = [usual[next - 1]!, usual[next]!];
  return mix(a[1], b[1], clamp((t - a[0]) / (b[0] - a[0]), 0, 1));
}

/** Opaque tights on both legs from `from` (0 hip, 1 knee) into the shoes. */
export function tights(measures: Measures, from: number): Part[] {
  return both((side): Part => {
    const { joints, radius } = measures.legs[side];
    const [hip, knee, ankle] = joints;
    const foot = measures.toes[side];
    const into: Point = [mix(ankle[0], foot[0], 0.35), ankle[1] + intoShoe];
    const leg: Pick<Limb, 'joints'> = { joints: [hip, knee, into] };
    const axis = tubeAxis(leg, 2);
    const half = (t: number) => {
      const seen = radius(t) * mix(legShare, ankleShare, smoothstep(1.3, 1.9, t));
      return clamp(mix(seen, usualHalf(t), 0.5), usualHalf(t) * 0.8, usualHalf(t) * 1.25);
    };
    const rim = (beside: 1 | -1): Point[] =>
      axis.points.flatMap(([x, y], i): Point[] => {
        const t = (2 * i) / (axis.points.length - 1);
        if (t < from) return [];
        const [nx, ny] = axis.normals[i]!;
        return [[x + nx * half(t) * beside, y + ny * half(t) * beside]];
      });
    const form: Relief = (x, y) => {
      const { along, across } = onTube(axis, x, y);
      const width = half(clamp(along, from, 2));
      const q = clamp(across / width, -1.1, 1.1);
      return 0.85 * width * Math.sqrt(1 - 0.81 * q * q);
    };
    return { outline: [...rim(1), ...rim(-1).toReversed()], form, round: 0.012, cloth: (x, y) => [x, y] };
  }).toSorted((a, b) => a.outline[0]![1] - b.outline[0]![1]);
}
