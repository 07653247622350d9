import { longestShorts, type TrouserCut } from '../garment/leg-cuts.ts';
import { gradientNoise } from '../pixels/noise.ts';
import type { Point } from '../pixels/points.ts';
import { mix } from '../pixels/scalar.ts';
import { besideBody } from './beside-body.ts';
import { smoothCurve, xAlong } from './curve.ts';
import { alongLimb } from './limb.ts';
import type { Measures } from './measures.ts';
import { type Side, sign } from './side.ts';
import type { TrouserLeg } from './trouser-creases.ts';

/** Half widths at knee and hem relative to the hip's, and how far cloth hangs straight instead of following a bent knee. */
const widths: Readonly<Record<TrouserCut, { knee: number; hem: number; hangs: number }>> = {
  'straight trousers': { knee: 0.44, hem: 0.42, hangs: 0.2 },
  'wide trousers': { knee: 0.54, hem: 0.56, hangs: 0.45 },
  'slim trousers': { knee: 0.36, hem: 0.27, hangs: 0 },
};
/** How far the crotch lies below the hip line. */
export const crotchBelow = 0.3;
/** How far from ankle to toes trousers fall over the shoe. */
const overShoe = 0.42;

/** The cut of trousers and where they end: 1 at the knee, 2 at the ankle. */
export type TrouserShape = { cut: TrouserCut; length: number };

/**
 * How trousers are fitted. `waist`: v of their top edge; `bare`: the legs show no cloth, so that trousers must be wider than they
 * are.
 */
export type TrouserFit = { waist: number; bare: boolean };

/** One leg with the pelvis, down to its hem: the curves of its edges, and the outline. */
export function trouserLeg(
  measures: Measures,
  { cut, length }: TrouserShape,
  side: Side,
  crotch: Point,
  { bare, waist: waistV }: TrouserFit,
): { leg: TrouserLeg; outline: Point[] } {
  const { legs, half, toes, torso } = measures;
  const limb = legs[side];
  const outward = sign(side);
  const { knee, hem, hangs } = widths[cut];
  const thigh = half(side, 1) * 0.98;
  const least = (t: number) => (bare ? limb.radius(t) * 1.08 + 0.015 : 0);
  const kneeHalf = Math.max(thigh * knee, least(1));
  const [jointX, kneeY] = limb.joints[1];
  const [root, , foot] = limb.joints;
  const plumbX = mix(root[0], foot[0], (kneeY - root[1]) / (foot[1] - root[1]));
  const kneeX = mix(jointX, plumbX, hangs);
  const end = Math.min(length, 2);
  const [ankleX, ankleY] = alongLimb(limb, end);
  const shorts = end <= longestShorts;
  const hemY = shorts || end < 1.95 ? ankleY : mix(ankleY, Math.max(ankleY, toes[side][1]), overShoe);
  const hemHalf = shorts
    ? Math.max(mix(thigh, kneeHalf, 0.5 * end), least(end) + 0.03)
    : Math.max(thigh * hem, least(end) * 0.95);
  const top = [
    besideBody(measures, side, waistV, 1.02),
    besideBody(measures, side, Math.max(0.94, waistV + 0.05), 1.04),
    besideBody(measures, side, 1.05, 1.05, 0.005),
  ];
  const hip = top[2]!;
  // Legs that stand together must not gape below the crotch.
  const innerTop: Point[] = [crotch, [mix(crotch[0], kneeX - outward * kneeHalf, 0.06), crotch[1] + 0.07]];
  const below: readonly [Point, Point][] = shorts
    ? [
        [
          [ankleX + outward * hemHalf, hemY],
          [ankleX - outward * hemHalf, hemY],
        ],
      ]
    : [
        [
          [mix(hip[0], kneeX + outward * kneeHalf, 0.5), mix(crotch[1], kneeY, 0.42)],
          [mix(crotch[0], kneeX - outward * kneeHalf, 0.3), mix(crotch[1], kneeY, 0.45)],
        ],
        [
          [kneeX + outward * kneeHalf, kneeY],
          [kneeX - outward * kneeHalf, kneeY],
        ],
        [
          [ankleX + outward * hemHalf, hemY],
          [ankleX - outward * hemHalf, hemY],
        ],
      ];
  const outerPoints = [...top, ...below.map(([outer]) => outer)];
  const innerPoints = [...innerTop, ...below.map(([, inner]) => inner)];
  const [outer, inner] = [smoothCurve(outerPoints, 14), smoothCurve(innerPoints, 14)];
  const [a, b] = [outer.at(-1)!, inner.at(-1)!];
  const line = Array.from({ length: 21 }, (_, i): Point => {
    const s = i / 10 - 1;
    const bow = 0.04 * (1 - s * s) + 0.008 * gradientNoise(i / 5, side);
    return [mix(a[0], b[0], i / 20), mix(a[1], b[1], i / 20) + bow];
  });
  // The other side of the pelvis belongs to either leg, so that they meet without a gap.
  const other = side === 0 ? 1 : 0;
  const far = smoothCurve(
    [
      besideBody(measures, other, waistV, 1.02),
      besideBody(measures, other, Math.max(0.94, waistV + 0.05), 1.04),
      besideBody(measures, other, 1.05, 1.05, 0.005),
    ],
    6,
  );
  const groin: Point = [mix(far.at(-1)![0], crotch[0], 0.55), torso + crotchBelow * 0.75];
  const waist = Array.from({ length: 13 }, (_, i): Point => {
    const s = i / 6 - 1;
    return [mix(far[0]![0], top[0]![0], i / 12), waistV * torso + 0.02 * (1 - s * s)];
  });
  return {
    leg: { side, inner: xAlong(innerPoints), outer: xAlong(outerPoints), kneeY, hemY, hem: line },
    outline: [
      ...outer,
      ...line,
      ...inner.toReversed(),
      ...smoothCurve([crotch, groin, far.at(-1)!], 8),
      ...far.toReversed(),
      ...waist,
    ],
  };
}
