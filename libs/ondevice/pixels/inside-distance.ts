import type { Plane, Size } from './plane.ts';

/**
 * Distance in pixels from each pixel where `mask` >= `threshold` to the nearest one where it is not (0 there); the
 * image border does not count as outside. Two-pass chamfer with weights 1 and √2 (Borgefors 1986).
 */
export function insideDistance(mask: Plane, size: Size, threshold = 0.5): Plane {
  const out = new Float32Array(mask.length);
  const far = size.width + size.height;
  for (let i = 0; i < out.length; i++) out[i] = mask[i]! >= threshold ? far : 0;
  return settle(out, size);
}

/** The same from each pixel where `mask` < `threshold` to the nearest one where it is not. */
export function outsideDistance(mask: Plane, size: Size, threshold = 0.5): Plane {
  const out = new Float32Array(mask.length);
  const far = size.width + size.height;
  for (let i = 0; i < out.length; i++) out[i] = mask[i]! >= threshold ? 0 : far;
  return settle(out, size);
}

/** Lowers every distance to what its neighbours' allow, in place; from the top left, then from the bottom right. */
function settle(out: Plane, { width, height }: Size): Plane {
  for (const step of [1, -1] as const) {
    const [firstX, firstY] = step === 1 ? [0, 0] : [width - 1, height - 1];
    for (let row = 0, y = firstY; row < height; row++, y += step) {
      let beside = Number.POSITIVE_INFINITY;
      for (let column = 0, i = y * width + firstX; column < width; column++, i += step) {
        let least = out[i]!;
        if (least > 0) {
          if (beside + 1 < least) least = beside + 1;
          if (row > 0) {
            const above = i - step * width;
            if (out[above]! + 1 < least) least = out[above]! + 1;
            if (column > 0 && out[above - step]! + Math.SQRT2 < least) least = out[above - step]! + Math.SQRT2;
            if (column < width - 1 && out[above + step]! + Math.SQRT2 < least) least = out[above + step]! + Math.SQRT2;
          }
          out[i] = least;
        }
        beside = least;
      }
    }
  }
  return out;
}
