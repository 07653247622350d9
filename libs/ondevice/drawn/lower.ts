import { isSkirt, type Lower, longestShorts, type SkirtCut, type TrouserCut } from '../garment/garments.ts';
import { gradientNoise } from '../pixels/noise.ts';
import type { Point } from '../pixels/points.ts';
import { clamp, mix, smoothstep } from '../pixels/scalar.ts';
import { flutes, pleats, type Relief } from './folds.ts';
import { alongLimb, type BodyMeasures, both, legHalf, type Side, sign } from './measures.ts';
import { bowed, smoothCurve, xAlong } from './outline.ts';

/** A garment on the legs in body coordinates: one outline or one for each leg, its folds, and y of its hem. */
export type LowerOutline = { outlines: readonly (readonly Point[])[]; relief: Relief; hemY: number };

/** v of the waist of a dress or a skirt, and of trousers. */
const waists = { skirt: 0.7, trousers: 0.84 } as const;

/** Outlines a garment on the legs; that of a `dress` begins at the waist, whatever it is. */
export const outlineLower = (measures: BodyMeasures, { cut, length }: Lower, dress: boolean): LowerOutline =>
  isSkirt(cut)
    ? skirt(measures, cut, length)
    : trousers(measures, cut, Math.min(length, 2), dress ? waists.skirt : waists.trousers);

/** How far the hem of a knee-length skirt lies beyond the hip, in shoulder widths, and how deep its folds are. */
const skirts: Readonly<Record<SkirtCut, { flare: number; folds: number }>> = {
  'a-line skirt': { flare: 0.27, folds: 0.055 },
  'pleated skirt': { flare: 0.3, folds: 0.022 },
  'straight skirt': { flare: -0.02, folds: 0 },
};

/** A skirt: wide enough for both legs, however far they are apart. */
function skirt(measures: BodyMeasures, cut: SkirtCut, length: number): LowerOutline {
  const { legs, half, torso } = measures;
  const { flare, folds } = skirts[cut];
  const middle = (t: number, axis: 0 | 1) => (alongLimb(legs[0], t)[axis] + alongLimb(legs[1], t)[axis]) / 2;
  const [x0, hemY, waistY] = [middle(length, 0), middle(length, 1), waists.skirt * torso];
  // Longer ones fall ever straighter.
  const widening = flare * clamp((hemY - torso) / (middle(1, 1) - torso), 0.35, 1.45);
  const loose = flare > 0 ? 0.03 : 0;
  const [left, right] = both((side): Point[] => {
    const d = sign(side);
    const beside = (v: number, by: number): Point => [d * (half(side, v) * (1.05 + by) + by), v * torso];
    const leg = d * (alongLimb(legs[side], length)[0] - x0) + legHalf(length) + 0.04;
    const hem: Point = [x0 + d * Math.max(half(side, 1) + widening, leg), hemY];
    return [beside(waists.skirt, 0), beside(0.86, loose), beside(1.04, loose), hem];
  });
  const edges = [xAlong(left), xAlong(right)] as const;
  const wave = (s: number) => (cut === 'pleated skirt' ? pleats(s, 13) : flutes(s, 11));
  const hem = bowed(left.at(-1)!, right.at(-1)!, 0.07, 120);
  const waved = hem.map(([x, y], k): Point => [x, y + 0.4 * folds * wave(k / 60 - 1)]);
  return {
    outlines: [[...smoothCurve(left), ...waved, ...smoothCurve(right).toReversed()]],
    hemY,
    relief: (x, y) => {
      if (y < waistY) return 0;
      const [l, r] = [edges[0](y), edges[1](y)];
      const grown = smoothstep(waistY, hemY, y) ** 0.8;
      const s = clamp((2 * (x - l)) / (r - l) - 1, -1, 1) + 0.015 * gradientNoise(y / 0.5, 3) * grown;
      // A narrow one is dragged across the hips.
      const dragged = 0.007 * gradientNoise(x / 0.5, y / 0.14 + 2 * Math.abs(x));
      return folds * mix(cut === 'pleated skirt' ? 0.35 : 0, 1.1, grown) * wave(s) + dragged;
    },
  };
}

/** Half widths at knee and hem relative to the hip's, and how far cloth hangs straight instead of following a bent knee. */
const widths: Readonly<Record<TrouserCut, { knee: number; hem: number; hangs: number }>> = {
  'straight trousers': { knee: 0.46, hem: 0.42, hangs: 0.2 },
  'wide trousers': { knee: 0.56, hem: 0.58, hangs: 0.45 },
  'slim trousers': { knee: 0.38, hem: 0.29, hangs: 0 },
};
/** How far the crotch lies below the hip line, and trousers fall over the ankle, in shoulder widths. */
const [crotchBelow, overShoe] = [0.28, 0.06];

function trousers(measures: BodyMeasures, cut: TrouserCut, length: number, waistV: number): LowerOutline {
  const crotchY = measures.torso + crotchBelow;
  const legs = both((side) => leg(measures, widths[cut], length, side, waistV));
  const middle = (side: Side, y: number) => (legs[side].inner(y) + legs[side].outer(y)) / 2;
  return {
    outlines: legs.map(({ outline }) => outline),
    hemY: Math.max(legs[0].hemY, legs[1].hemY),
    relief: (x, y) => {
      const side: Side = Math.abs(x - middle(0, y)) < Math.abs(x - middle(1, y)) ? 0 : 1;
      const { outer, kneeY, hemY } = legs[side];
      const half = Math.max(0.05, Math.abs(outer(y) - middle(side, y)));
      const across = clamp((x - middle(side, y)) / half, -1, 1);
      // Each leg is round, falls in long folds, and is pushed together at the crotch, the knee and the hem.
      const pushed = [crotchY, kneeY, hemY - 0.1].reduce((sum, at) => sum + Math.exp(-(((y - at) / 0.14) ** 2)), 0);
      const slanted = gradientNoise(across * 0.8 + 7 * side, y / 0.1 - 1.6 * across * sign(side));
      const hanging = 0.01 * gradientNoise(across * 1.7 + side * 9, y / 1.1) - 0.03 * across ** 4;
      return smoothstep(crotchY - 0.1, crotchY + 0.3, y) * hanging + 0.009 * pushed * slanted;
    },
  };
}

/** One leg with its half of the pelvis, a little beyond the middle so that both meet without a gap. */
function leg(
  { legs, half, torso }: BodyMeasures,
  { knee, hem, hangs }: { knee: number; hem: number; hangs: number },
  length: number,
  side: Side,
  waistV: number,
) {
  const [root, [jointX, kneeY], foot] = legs[side].joints;
  const d = sign(side);
  const thigh = half(side, 1) * 0.98;
  const crotchY = torso + crotchBelow;
  const kneeX = mix(jointX, mix(root[0], foot[0], (kneeY - root[1]) / (foot[1] - root[1])), hangs);
  const kneeHalf = Math.max(thigh * knee, legHalf(1) + 0.015);
  const [endX, endY] = alongLimb(legs[side], length);
  const hemY = length > 1.9 ? endY + overShoe : endY;
  const shorts = length <= longestShorts;
  const hemHalf = shorts ? mix(thigh, kneeHalf, 0.5 * length) : Math.max(thigh * hem, legHalf(length));
  /** The edge at knee and hem: 1 outside, -1 inside. */
  const ends = (way: 1 | -1): Point[] => [
    ...(shorts ? [] : [[kneeX + way * d * kneeHalf, kneeY] as const]),
    [endX + way * d * hemHalf, hemY],
  ];
  const beside = (v: number, ease: number): Point => [d * half(side, v) * ease, v * torso];
  const outer = [beside(waistV, 1.02), beside(Math.max(0.94, waistV + 0.05), 1.04), beside(1.05, 1.06), ...ends(1)];
  const inner: Point[] = [[0, crotchY], [0.08 * (kneeX - d * kneeHalf), crotchY + 0.07], ...ends(-1)];
  const hemline = bowed(outer.at(-1)!, inner.at(-1)!, 0.03);
  const [waist, crotch]: Point[] = [
    [-d * 0.02, waistV * torso],
    [-d * 0.02, crotchY - 0.03],
  ];
  const outline = [waist!, ...smoothCurve(outer), ...hemline, ...smoothCurve(inner).toReversed(), crotch!];
  return { outline, inner: xAlong(inner), outer: xAlong(outer), kneeY, hemY };
}
