import type { Plane, Size } from './plane.ts';

/**
 * Distance in pixels from each pixel where `mask` >= `threshold` to the nearest one where it is not (0 there); the
 * image border does not count as outside. Two-pass chamfer with weights 1 and √2 (Borgefors 1986).
 */
export function insideDistance(mask: Plane, { width, height }: Size, threshold = 0.5): Plane {
  const far = width + height;
  const out = mask.map((value) => (value >= threshold ? far : 0));
  const relax = (i: number, x: number, y: number, step: 1 | -1) => {
    if (out[i] === 0) return;
    const rowInside = step === 1 ? y > 0 : y < height - 1;
    const before = step === 1 ? x > 0 : x < width - 1;
    const after = step === 1 ? x < width - 1 : x > 0;
    let best = out[i]!;
    if (before) best = Math.min(best, out[i - step]! + 1);
    if (rowInside) {
      const above = i - step * width;
      best = Math.min(best, out[above]! + 1);
      if (before) best = Math.min(best, out[above - step]! + Math.SQRT2);
      if (after) best = Math.min(best, out[above + step]! + Math.SQRT2);
    }
    out[i] = best;
  };
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) relax(y * width + x, x, y, 1);
  for (let y = height - 1; y >= 0; y--) for (let x = width - 1; x >= 0; x--) relax(y * width + x, x, y, -1);
  return out;
}
