import { gradientNoise } from '../pixels/noise.ts';
import { clamp, norm, smoothstep } from '../pixels/scalar.ts';
import type { Relief } from './folds.ts';
import type { Measures } from './measures.ts';
import { type Pair, sign } from './side.ts';

/**
 * How high the folds of each kind are, in shoulder widths: slung below the neck, pulled from the armpits, hanging below the chest, pushed
 * together at the waist.
 */
const heights = { slung: 0.012, pulled: 0.011, hanging: 0.013, pushed: 0.0065 } as const;
/** How far from the armpit cloth is pulled, in shoulder widths. */
const reach = 0.4;
/** Where the nape is, y in shoulder widths. */
const nape = -0.22;

/**
 * How cloth falls over a trunk, between and below its creases: bows between the shoulders, a fan of soft folds out of each armpit, round
 * folds that hang from the chest, and slanting ones where the waist pushes it together. Each is noise that is stretched along the pull,
 * with tops that are sharper than its valleys (the ridges of Musgrave's multifractals, 1994).
 */
export function drape({ pits, torso, scale }: Measures, edge: Pair<(y: number) => number>, seed: number): Relief {
  const fan = (side: 0 | 1, x: number, y: number): number => {
    const dx = (pits[side][0] - x) * sign(side);
    const dy = y - pits[side][1];
    const r = norm(dx, dy);
    const share = smoothstep(0.02, 0.16, r) * (1 - smoothstep(0.3 * reach, reach, r));
    if (share === 0) return 0;
    const angle = Math.atan2(dy, dx);
    const open = smoothstep(-1.5, -0.8, angle) * (1 - smoothstep(0.9, 1.7, angle));
    if (open === 0) return 0;
    const bent = angle * 2.4 + 0.5 * gradientNoise(x * 3 + seed, y * 3);
    return share * open * ridge(gradientNoise(bent + seed * 3 + side * 17, r * 2.2 + side * 5));
  };
  const slung = (x: number, y: number): number => {
    const r = norm(x, y - nape);
    const onChest = smoothstep(0.36, 0.5, r) * (1 - smoothstep(0.62 * torso, 0.9 * torso, r));
    const share = onChest * (1 - smoothstep(0.3, 0.55, Math.abs(x)));
    if (share === 0) return 0;
    const angle = Math.atan2(x, y - nape);
    const bow = r + 0.12 * gradientNoise(angle * 1.3 + seed, seed) + 0.1 * Math.abs(angle);
    return share * ridge(gradientNoise(bow * 5.5 + seed * 5, angle * 1.6 + seed));
  };
  return (x, y) => {
    const left = edge[0](y);
    const right = edge[1](y);
    const s = clamp((2 * (x - left)) / (right - left) - 1, -1, 1);
    const warp = 0.4 * gradientNoise(x * 1.6 + seed, y * 1.3);
    const below = smoothstep(0.34 * torso, 0.62 * torso, y);
    const hanging = gradientNoise(x * 3.1 + warp + seed * 11, y * 0.6 + warp);
    const waist = smoothstep(0.4 * torso, 0.6 * torso, y) * smoothstep(0.1, 0.75, Math.abs(s));
    const slant = Math.sign(s) * (x - 0.55 * warp) * 0.45;
    const pushed = waist === 0 ? 0 : ridge(gradientNoise((y + slant) * 7 + warp, x * 2.2 - seed));
    return (
      heights.slung * slung(x, y) +
      heights.pulled * (fan(0, x, y) + fan(1, x, y)) +
      heights.hanging * below * hanging +
      heights.pushed * waist * pushed +
      ruffled(scale, x, y, seed)
    );
  };
}

/** What no cloth is without: small unevenness, in shoulder widths. `scale`: a small figure is seen from afar, from where it is smooth. */
export const ruffled = (scale: number, x: number, y: number, seed: number): number =>
  smoothstep(50, 260, scale) *
  (0.0015 * gradientNoise(x * 8 + seed, y * 6.5) + 0.0008 * gradientNoise(x * 19, y * 17 + seed));

/** 0..1, 1 along the zeros of a noise: a rounded ridge. */
const ridge = (noise: number): number => Math.max(0, 1 - Math.sqrt(noise * noise + 0.012) / 0.55);
