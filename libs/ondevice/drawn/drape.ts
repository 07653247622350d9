import { gradientNoise } from '../pixels/noise.ts';
import { clamp, norm, smoothstep } from '../pixels/scalar.ts';
import type { Relief } from './folds.ts';
import type { Measures } from './measures.ts';
import { type Pair, sign } from './side.ts';

/**
 * How high the folds of each kind are, in shoulder widths: pulled from the armpits, hanging below the chest, pushed together at the waist.
 */
const heights = { pulled: 0.009, hanging: 0.012, pushed: 0.008 } as const;
/** How far from the armpit cloth is pulled, in shoulder widths. */
const reach = 0.4;

/**
 * How cloth falls over a trunk, between and below its creases: a fan of folds out of each armpit, round folds that hang from the chest,
 * and slanting ones at some places where the waist pushes it together. On shoulders and chest it lies smooth: bumps everywhere would look
 * quilted. Each is noise that is stretched along the pull, with tops that are sharper than its valleys (the ridges of Musgrave's
 * multifractals, 1994).
 *
 * @param soft how much wider the folds are than those of cotton
 */
export function drape(
  { pits, torso, scale }: Measures,
  edge: Pair<(y: number) => number>,
  seed: number,
  soft = 1,
): Relief {
  const fan = (side: 0 | 1, x: number, y: number): number => {
    const dx = (pits[side][0] - x) * sign(side);
    const dy = y - pits[side][1];
    const r = norm(dx, dy);
    const share = smoothstep(0.02, 0.16, r) * (1 - smoothstep(0.3 * reach, reach, r));
    if (share === 0) return 0;
    const angle = Math.atan2(dy, dx);
    const open = smoothstep(-0.8, -0.3, angle) * (1 - smoothstep(0.9, 1.7, angle));
    if (open === 0) return 0;
    const bent = angle * 2.4 + 0.5 * gradientNoise(x * 3 + seed, y * 3);
    return share * open * ridge(gradientNoise(bent + seed * 3 + side * 17, r * 2.2 + side * 5), soft);
  };
  return (x, y) => {
    const left = edge[0](y);
    const right = edge[1](y);
    const s = clamp((2 * (x - left)) / (right - left) - 1, -1, 1);
    const warp = 0.4 * gradientNoise(x * 1.6 + seed, y * 1.3);
    const below = smoothstep((0.34 * torso) / soft, 0.62 * torso, y);
    const hanging = gradientNoise(x * 3.1 + warp + seed * 11, y * 0.6 + warp);
    const waist = smoothstep(0.4 * torso, 0.6 * torso, y) * smoothstep(0.1, 0.75, Math.abs(s));
    const slant = Math.sign(s) * (x - 0.55 * warp) * 0.45;
    const gathers = smoothstep(-0.05, 0.3, gradientNoise(x * 1.9 - seed, y * 2.3 + seed));
    const pushed = waist * gathers === 0 ? 0 : ridge(gradientNoise((y + slant) * 7 + warp, x * 2.2 - seed), soft);
    return (
      heights.pulled * (fan(0, x, y) + fan(1, x, y)) +
      heights.hanging * below * hanging +
      heights.pushed * waist * gathers * pushed +
      ruffled(scale, x, y, seed)
    );
  };
}

/** What no cloth is without: small unevenness, in shoulder widths. `scale`: a small figure is seen from afar, from where it is smooth. */
export const ruffled = (scale: number, x: number, y: number, seed: number): number =>
  smoothstep(50, 260, scale) *
  (0.0006 * gradientNoise(x * 8 + seed, y * 6.5) + 0.0004 * gradientNoise(x * 19, y * 17 + seed));

/** 0..1, 1 along the zeros of a noise: a rounded ridge, with flat cloth between it and the next. */
const ridge = (noise: number, soft: number): number =>
  Math.max(0, 1 - Math.sqrt(noise * noise + 0.004 * soft * soft) / (0.28 * soft));
