import { gaussianBlur } from '../pixels/box-blur.ts';
import type { Plane, Size } from '../pixels/plane.ts';
import { grow } from '../pixels/resample.ts';
import { clamp } from '../pixels/scalar.ts';
import type { Rectangle } from '../pixels/window.ts';
import type { Relief } from './folds.ts';
import type { Measures } from './measures.ts';
import type { Part } from './part.ts';

/** Steps of the grid of what is sewn, as cords, in the width of the shoulders: the smallest folds are seven of them long. */
const steps = 150;
/** The same of how cloth falls, which is softer, and takes longest. */
const softSteps = 100;

/**
 * The height of folds in pixels, on coarser grids in large figures, as even small folds are many pixels wide there.
 *
 * @param window where `alpha` lies in the picture
 * @param drawn 0..1, how much is drawn of a drape at a pixel of the picture
 */
export function foldsOn(
  alpha: Plane,
  { folds, drape, blend }: Pick<Part, 'folds' | 'drape' | 'blend'>,
  { toBody, scale }: Pick<Measures, 'toBody' | 'scale'>,
  window: Rectangle,
  drawn: (x: number, y: number) => number,
): Plane {
  const heightAt = (relief: Relief, x: number, y: number): number => {
    const onBody = toBody(x, y);
    return relief(onBody[0], onBody[1]);
  };
  const fallAt = (hanging: Relief, x: number, y: number): number => {
    const share = drawn(Math.floor(x), Math.floor(y));
    return share > 0.01 ? share * heightAt(hanging, x, y) : 0;
  };
  // What has folds of its own only is as narrow as a neckband.
  const step = clamp(Math.floor(scale / steps), 1, drape ? Number.POSITIVE_INFINITY : 2);
  const softStep = Math.max(1, Math.floor(scale / softSteps));
  const blur = (blend ?? 0) * scale;
  const sewn = folds && onGrid((x, y) => heightAt(folds, x, y) * scale, alpha, window, step, blur);
  const fallen = drape && onGrid((x, y) => fallAt(drape, x, y) * scale, alpha, window, softStep, blur);
  if (sewn && fallen) for (let i = 0; i < sewn.length; i++) sewn[i]! += fallen[i]!;
  return sewn ?? fallen ?? new Float32Array(alpha.length);
}

/** Heights at the places of a grid of `step` pixels, smoothed over `blur` pixels and enlarged. */
function onGrid(
  height: (x: number, y: number) => number,
  alpha: Plane,
  { left, top, size }: Rectangle,
  step: number,
  blur: number,
): Plane {
  const coarse = { width: Math.ceil(size.width / step), height: Math.ceil(size.height / step) };
  const heights = new Float32Array(coarse.width * coarse.height);
  const { firsts, lasts } = extents(alpha, size, step);
  for (let row = 0; row < coarse.height; row++) {
    // Rows and columns next to what is covered, too: the grid is interpolated, and what is lit needs its neighbours.
    const first = Math.min(firsts[row]!, firsts[row - 1] ?? coarse.width, firsts[row + 1] ?? coarse.width);
    const last = Math.max(lasts[row]!, lasts[row - 1] ?? -1, lasts[row + 1] ?? -1);
    const y = top + (row + 0.5) * step - 0.5;
    for (let column = Math.max(0, first - 2); column <= Math.min(coarse.width - 1, last + 2); column++)
      heights[row * coarse.width + column] = height(left + (column + 0.5) * step - 0.5, y);
  }
  const blended = blur > 0 ? gaussianBlur(heights, coarse, blur / step) : heights;
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
