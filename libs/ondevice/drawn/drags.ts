import { gradientNoise } from '../pixels/noise.ts';
import { clamp, norm, smoothstep } from '../pixels/scalar.ts';
import type { Relief } from './folds.ts';
import type { Measures } from './measures.ts';
import { type Side, sign } from './side.ts';

/** How high the folds are from `far` from the armpit on, and between which distances they fade out; in shoulder widths. */
const height = 0.021;
const far = 0.4;
const fading = [0.34, 0.95] as const;
/** Periods of the noise per radian round the armpit, of cotton: with two of them a fold. */
const perRadian = 2.3;
/** How high the finer folds on the folds are beside them. */
const finer = 0.28;

/**
 * The long soft folds that a worn top's own weight drags out of each armpit, up over the chest and down beside it. They spread, so that they are
 * the wider and the higher the farther they are: as steep everywhere. One side is pulled more than the other.
 *
 * @param soft how much wider the folds are than those of cotton
 */
export function drags({ pits }: Pick<Measures, 'pits'>, seed: number, soft: number): Relief {
  const wider = Math.sqrt(soft);
  const pulled = [0, 1].map((side) => 0.8 + 0.5 * gradientNoise(seed * 1.37 + side * 5.3, side + 0.5));
  const from = (side: Side): From => ({
    ...{ pit: pits[side], side, seed },
    height: height * wider * pulled[side]!,
    // Beyond the middle the other side pulls, the nearer the weaker this one is.
    width: (Math.abs(pits[side][0]) * pulled[side]! + 0.05) / 1.15,
    perRadian: perRadian / wider,
  });
  const left = from(0);
  const right = from(1);
  return (x, y) => dragged(left, x, y) + dragged(right, x, y);
}

/** What the folds out of one armpit depend on; lengths in shoulder widths. */
type From = {
  pit: readonly [number, number];
  side: Side;
  seed: number;
  height: number;
  width: number;
  perRadian: number;
};

function dragged(from: From, x: number, y: number): number {
  const { pit, side, seed } = from;
  const dx = (pit[0] - x) * sign(side);
  const dy = y - pit[1];
  const r = norm(dx, dy);
  const near = smoothstep(0.03, 0.2, r) * (1 - smoothstep(fading[0], fading[1], r));
  const share = near * (1 - smoothstep(0.75, 1.5, dx / from.width));
  if (share === 0) return 0;
  const angle = Math.atan2(dy, dx);
  // Up to the shoulder cloth lies on the body, and outwards is the sleeve.
  const open = smoothstep(-1.25, -0.55, angle) * (1 - smoothstep(1.2, 1.7, angle));
  if (open === 0) return 0;
  const bent = (angle + 0.35 * r + 0.22 * gradientNoise(x * 2.3 + seed, y * 2.3 + 7)) * from.perRadian;
  const wave =
    gradientNoise(bent + seed * 3 + side * 17, r * 1.4 + side * 5 + seed) +
    finer * gradientNoise(bent * 2.1 + seed + side * 13, r * 2.2 + seed);
  return from.height * share * open * clamp(r / far, 0.15, 1) * gathered(wave);
}

/** A wave whose valleys are narrower than its tops: cloth is gathered in them. */
export const gathered = (wave: number): number => wave - 0.35 * Math.max(0, 0.35 - Math.abs(wave + 0.25));
