import { gaussianBlur } from '../pixels/box-blur.ts';
import type { Plane, Size } from '../pixels/plane.ts';
import { grow } from '../pixels/resample.ts';
import { clamp } from '../pixels/scalar.ts';
import type { Rectangle } from '../pixels/window.ts';
import type { Measures } from './measures.ts';
import type { Part } from './part.ts';

/** Steps of the grid of folds in the width of the shoulders: the smallest folds are seven of them long. */
const steps = 150;

/**
 * The height of folds in pixels, on a coarser grid in large figures, as even small folds are many pixels wide there.
 *
 * @param window where `alpha` lies in the picture
 * @param drawn 0..1, how much is drawn of a drape at a pixel of the picture
 */
export function foldsOn(
  alpha: Plane,
  { folds, drape, blend }: Pick<Part, 'folds' | 'drape' | 'blend'>,
  { toBody, scale }: Pick<Measures, 'toBody' | 'scale'>,
  { left, top, size }: Rectangle,
  drawn: (x: number, y: number) => number,
): Plane {
  if (!folds && !drape) return new Float32Array(alpha.length);
  // What has folds of its own only is as narrow as a neckband.
  const step = clamp(Math.floor(scale / steps), 1, drape ? Number.POSITIVE_INFINITY : 2);
  const coarse = { width: Math.ceil(size.width / step), height: Math.ceil(size.height / step) };
  const height = new Float32Array(coarse.width * coarse.height);
  const { firsts, lasts } = extents(alpha, size, step);
  for (let row = 0; row < coarse.height; row++) {
    // Rows and columns next to what is covered, too: the grid is interpolated, and what is lit needs its neighbours.
    const first = Math.min(firsts[row]!, firsts[row - 1] ?? coarse.width, firsts[row + 1] ?? coarse.width);
    const last = Math.max(lasts[row]!, lasts[row - 1] ?? -1, lasts[row + 1] ?? -1);
    const y = top + (row + 0.5) * step - 0.5;
    for (let column = Math.max(0, first - 2); column <= Math.min(coarse.width - 1, last + 2); column++) {
      const x = left + (column + 0.5) * step - 0.5;
      const onBody = toBody(x, y);
      const u = onBody[0];
      const v = onBody[1];
      const share = drape ? drawn(Math.floor(x), Math.floor(y)) : 0;
      height[row * coarse.width + column] = ((folds?.(u, v) ?? 0) + (share > 0.01 ? share * drape!(u, v) : 0)) * scale;
    }
  }
  const blended = blend ? gaussianBlur(height, coarse, (blend * scale) / step) : height;
  return step === 1 ? blended : grow({ plane: blended, size: coarse }, size, step);
}

/** The first and the last column of a grid of `step` pixels that is covered, in each of its rows. */
function extents(alpha: Plane, { width, height }: Size, step: number) {
  const rows = Math.ceil(height / step);
  const [firsts, lasts] = [new Int32Array(rows).fill(width), new Int32Array(rows).fill(-1)];
  for (let y = 0; y < height; y++) {
    const row = alpha.subarray(y * width, (y + 1) * width);
    const first = row.findIndex((value) => value > 0);
    if (first < 0) continue;
    const last = row.findLastIndex((value) => value > 0);
    const at = Math.floor(y / step);
    firsts[at] = Math.min(firsts[at]!, Math.floor(first / step));
    lasts[at] = Math.max(lasts[at]!, Math.floor(last / step));
  }
  return { firsts, lasts };
}
