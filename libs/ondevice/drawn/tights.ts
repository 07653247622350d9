import type { Point } from '../pixels/points.ts';
import { clamp, mix, smoothstep } from '../pixels/scalar.ts';
import type { Relief } from './folds.ts';
import type { Limb } from './limb.ts';
import type { Measures } from './measures.ts';
import type { Part } from './part.ts';
import { both } from './side.ts';
import { onTube, tubeAxis } from './tube.ts';

/** Legs are narrower than the trousers round them, at the ankle most. */
const [legShare, ankleShare] = [0.86, 0.69];
/** Half widths of legs at hip, knee and ankle, in shoulder widths. */
const usual = [0.2, 0.145, 0.085] as const;
/** How far below the ankle the shoe begins, at most: tights go on into it. */
const intoShoe = 0.14;

/** Opaque tights on both legs from `from` (0 hip, 1 knee) into the shoes. */
export function tights(measures: Measures, from: number): Part[] {
  return both((side): Part => {
    const { joints, radius } = measures.legs[side];
    const [hip, knee, ankle] = joints;
    const foot = measures.toes[side];
    const into: Point = [mix(ankle[0], foot[0], 0.25), ankle[1] + intoShoe];
    const leg: Pick<Limb, 'joints'> = { joints: [hip, knee, into] };
    const axis = tubeAxis(leg, 2);
    const half = (t: number) => {
      const leg = t < 1 ? mix(usual[0], usual[1], t) : mix(usual[1], usual[2], clamp((t - 1) / 0.85, 0, 1));
      const narrowing = mix(legShare, ankleShare, smoothstep(1.3, 1.9, t));
      return clamp(radius(t) * narrowing, leg * 0.75, leg * 1.2);
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
