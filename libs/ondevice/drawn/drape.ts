import { gradientNoise } from '../pixels/noise.ts';
import { clamp, smoothstep } from '../pixels/scalar.ts';
import { drags } from './drags.ts';
import type { Relief } from './folds.ts';
import type { Measures } from './measures.ts';
import type { Pair } from './side.ts';

/** How high the folds of each kind are, in shoulder widths: hanging below the chest, pushed together at the waist. */
const heights = { hanging: 0.012, pushed: 0.008 } as const;

/**
 * How cloth falls over a trunk, between and below its creases: soft folds out of each armpit, round folds that hang from the chest,
 * and slanting ones at some places where the waist pushes it together, with sharp tops (the ridges of Musgrave's multifractals, 1994). On
 * the shoulders it lies smooth: bumps everywhere would look quilted. Each is noise that is stretched along the pull.
 *
 * @param soft how much wider the folds are than those of cotton
 */
export function drape(
  measures: Pick<Measures, 'pits' | 'torso' | 'scale'>,
  edge: Pair<(y: number) => number>,
  seed: number,
  soft = 1,
): Relief {
  const { torso, scale } = measures;
  const dragged = drags(measures, seed, soft);
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
      dragged(x, y) +
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
