import { gradientNoise } from '../pixels/noise.ts';
import type { Point } from '../pixels/points.ts';
import { clamp, mix, smoothstep } from '../pixels/scalar.ts';
import { smoothCurve, xAlong } from './curve.ts';
import { drape } from './drape.ts';
import { creases, type Relief } from './folds.ts';
import type { Measures } from './measures.ts';
import type { Part } from './part.ts';
import { poseSeed } from './pose-seed.ts';
import { both, type Pair, type Side, sign } from './side.ts';
import { trunkCreases } from './trunk-creases.ts';
import { underCap } from './under-cap.ts';

/** How a garment lies on the trunk; lengths in shoulder widths. */
export type TrunkCut = {
  /** The side seam below the armpit, from top to bottom; its last point is the hem. */
  side: (side: Side) => readonly Point[];
  /** How much lower the hem's middle lies than its ends. */
  hemBow?: number;
  /** What folds add to the hem at `s`, -1..1 across. */
  hemFold?: (s: number) => number;
  /** The neckline: points from the right shoulder over the front to the left one, as {@link neckline} gives them. */
  neck: readonly Point[];
  /** How far the neckline's ends lie out on the shoulders, as shares of the way to the joint. */
  neckShares: Pair<number>;
  /** How far the cloth lies above the shoulder. */
  lift?: number;
  /** Half of the trunk's width times this is how far it bulges. */
  depth?: number;
  bust?: number;
  /** How strongly the cloth is creased, 1 as usual. */
  folds?: number;
  /** How much wider its folds are than those of cotton. */
  soft?: number;
  seed: number;
  /** Folds of the garment's own: flutes, pleats, at `s` across. */
  relief?: (x: number, y: number, s: number) => number;
  /** Sleeveless: the armhole's outline runs this far inside the shoulder's end. */
  armhole?: number;
};

/** A trunk's part, its coordinates, and curves for what is sewn on. */
export type Trunk = Part & {
  /** -1..1 across at a height, from side seam to side seam. */
  across: (x: number, y: number) => number;
  /** x of a side at a height. */
  edge: Pair<(y: number) => number>;
  neck: readonly Point[];
  hem: readonly Point[];
};

/** The body of a garment for trunk and, as far as its sides go down, legs. */
export function trunk(measures: Measures, cut: TrunkCut): Trunk {
  const { tips, pits, torso, shoulderTop } = measures;
  const { hemBow = 0.02, lift = 0.02, depth = 0.64, bust = 0.03, folds = 1, soft = 1, armhole = 0, neckShares } = cut;
  const seam = both((side) => smoothCurve([pits[side], ...cut.side(side)], 12));
  const up = ([x, y]: Point): Point => [x, y - lift];
  const edge = both((side) =>
    xAlong([[tips[side][0], tips[side][1] - 0.2], tips[side], pits[side], ...cut.side(side)]),
  );
  const ends = both((side) => (armhole > 0 ? up(shoulderTop(side, 1 - armhole)) : underCap(measures, side, lift)));
  const shoulder = (side: Side): Point[] => {
    const outer = 1 - armhole;
    const inner = neckShares[side];
    const shares = [inner, mix(inner, outer, 0.5), mix(inner, outer, armhole > 0 ? 0.85 : 0.75)];
    return smoothCurve([...shares.map((share) => up(shoulderTop(side, share))), ends[side]], 6);
  };
  const pit = (side: Side): Point[] => {
    const d = sign(side);
    const from = ends[side];
    const [x, y] = pits[side];
    const [tipX, tipY] = tips[side];
    const inner: Point = armhole > 0 ? [x - d * 0.06, mix(from[1], y, 0.6)] : [x, mix(tipY, y, 0.6)];
    // Round below a sleeve's cap, as far out as the cap begins where a shoulder is turned away.
    const rounded: Point[] = armhole > 0 ? [] : [[tipX - d * 0.025, tipY + 0.04]];
    return smoothCurve([from, ...rounded, inner, pits[side]], 6);
  };
  const [left, right] = [seam[0].at(-1)!, seam[1].at(-1)!];
  const hem = Array.from({ length: 91 }, (_, i): Point => {
    const s = i / 45 - 1;
    return [
      mix(left[0], right[0], i / 90),
      mix(left[1], right[1], i / 90) + hemBow * (1 - s * s) + (cut.hemFold?.(s) ?? uneven(s, cut.seed)),
    ];
  });
  const across: Relief = (x, y) => {
    const l = edge[0](y);
    const r = edge[1](y);
    return (2 * (x - l)) / (r - l) - 1;
  };
  const pitY = (pits[0][1] + pits[1][1]) / 2;
  const shoulderY = (tips[0][1] + tips[1][1]) / 2;
  /** An ellipse across; above the armpits it opens into the shoulders, which fall back. */
  const form: Relief = (x, y) => {
    const row = Math.max(y, pitY + 0.12);
    const l = edge[0](row);
    const r = edge[1](row);
    const half = (r - l) / 2;
    const opening = 1 + 0.22 * smoothstep(pitY + 0.1, pitY - 0.15, y);
    const q = clamp((x - (l + r) / 2) / half / opening, -1.1, 1.1);
    return depth * half * Math.sqrt(1 - 0.81 * q * q) - 0.3 * Math.max(0, shoulderY + 0.1 - y);
  };
  const seed = poseSeed(measures) + cut.seed;
  const creased = creases(trunkCreases(measures, edge, { folds: 0.55 * folds, soft, seed }));
  const draped = drape(measures, edge, seed, soft);
  return {
    outline: [
      ...shoulder(0),
      ...pit(0),
      ...seam[0],
      ...hem,
      ...seam[1].toReversed(),
      ...pit(1).toReversed(),
      ...shoulder(1).toReversed(),
      ...cut.neck,
    ],
    form,
    folds: (x, y) => bust * chest(x, y, 0.38 * torso) + (cut.relief?.(x, y, clamp(across(x, y), -1, 1)) ?? 0),
    drape: (x, y) => creased(x, y) + folds * draped(x, y),
    cloth: (x, y) => {
      const row = Math.max(y, pitY);
      const l = edge[0](row);
      const r = edge[1](row);
      const q = clamp((2 * (x - l)) / (r - l) - 1, -1, 1);
      // Towards the sides the cloth turns away from us.
      return [(q * (1 + 0.14 * q * q) * (r - l)) / 2, y + 0.03 * gradientNoise(x * 3, y * 3)];
    },
    rim: 0.32,
    across,
    edge,
    neck: cut.neck,
    hem,
  };
}

/** How far a hem lies from where it is cut, as the folds above it pull it. */
const uneven = (s: number, seed: number): number =>
  0.013 * gradientNoise(2.4 * s + seed, seed) + 0.005 * gradientNoise(6.5 * s, seed + 4);

/** Two soft hills on the chest, 0..1. */
const chest = (x: number, y: number, at: number): number => {
  const down = (y - at) / (y < at ? 0.3 : 0.16);
  const hill = (centre: number) => Math.exp(-(((x - centre) / 0.2) ** 2) - down * down);
  return hill(-0.2) + hill(0.2);
};
