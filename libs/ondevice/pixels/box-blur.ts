import { type Plane, type Size, times } from './plane.ts';
import { grow, type Shrunk, shrink } from './resample.ts';

/**
 * Mean over the (2 `radius` + 1)² window round each pixel, windows cut at the border. Separable running sums: the cost
 * does not depend on the radius. Row by row, so that what a row needs stays in the processor's cache.
 *
 * @param out what is written, which may be `source`: memory for planes is a fifth of the engine's time
 */
export function boxBlur(
  source: Plane,
  { width, height }: Size,
  radius: number,
  out: Plane = new Float32Array(width * height),
): Plane {
  const r = Math.max(1, Math.trunc(radius));
  const window = 2 * r + 1;
  const sums = new Float64Array(width);
  for (let y = 0, i = 0; y < Math.min(r, height); y++) for (let x = 0; x < width; x++, i++) sums[x]! += source[i]!;
  const above = rowsAbove(width * (r + 1));
  const inverses = new Float64Array(width);
  for (let x = 0; x < width; x++) inverses[x] = 1 / (Math.min(width - 1, x + r) - Math.max(0, x - r) + 1);
  /** Of the sums of columns, beginning with `r` + 1 zeros for those left of the picture. */
  const prefix = new Float64Array(width + window);
  for (let y = 0, start = 0; y < height; y++, start += width) {
    const row = (y % (r + 1)) * width;
    const below = y + r < height ? start + r * width : -1;
    let sum = 0;
    for (let x = 0; x < width; x++) {
      const column = sums[x]! + (below < 0 ? 0 : source[below + x]!) - above[row + x]!;
      above[row + x] = source[start + x]!;
      sums[x] = column;
      sum += column;
      prefix[x + r + 1] = sum;
    }
    prefix.fill(sum, width + r + 1);
    const inverse = 1 / (Math.min(height - 1, y + r) - Math.max(0, y - r) + 1);
    for (let x = 0; x < width; x++) out[start + x] = (prefix[x + window]! - prefix[x]!) * inverses[x]! * inverse;
  }
  return out;
}

/** Reused: the rows of the source that a window still has to leave, as `out` may be written over them. */
let rows = new Float32Array(0);

function rowsAbove(length: number): Float32Array {
  if (rows.length < length) rows = new Float32Array(length);
  return rows.fill(0, 0, length);
}

/**
 * Gaussian blur of standard deviation `sigma` pixels, as three box blurs (Wells 1986); wide ones on a smaller copy, as
 * nothing fine is left of them anyway.
 */
export function gaussianBlur(source: Plane, size: Size, sigma: number, into?: Plane): Plane {
  if (sigma >= 6) {
    const { small, factor } = smallBlur(source, size, sigma);
    return grow(small, size, factor, into);
  }
  const radius = Math.max(1, Math.round(Math.sqrt(sigma * sigma * 4 + 1) / 2 - 0.5));
  const out = boxBlur(source, size, radius, into);
  for (let pass = 1; pass < 3; pass++) boxBlur(out, size, radius, out);
  return out;
}

/** The smaller copy that {@link gaussianBlur} makes for a `sigma` of at least 3, blurred: its pixels are `factor` large. */
export function smallBlur(source: Plane, size: Size, sigma: number): { small: Shrunk; factor: number } {
  const factor = Math.floor(sigma / 3);
  const small = shrink(source, size, factor);
  return { small: { ...small, plane: gaussianBlur(small.plane, small.size, sigma / factor, small.plane) }, factor };
}

/**
 * Fills in where `weight` (0..1) is low from the weighted neighbourhood, ever wider: normalised convolution (Knutsson
 * and Westin 1993) over `sigmas` in rising order. Where nothing is near, 0 stays.
 */
export function fillByBlur(source: Plane, weight: Plane, size: Size, sigmas: readonly number[]): Plane {
  return fillAllByBlur([source], weight, size, sigmas)[0]!;
}

/** {@link fillByBlur} of several planes with the same weights, as those of a colour. */
export function fillAllByBlur(
  sources: readonly Plane[],
  weight: Plane,
  size: Size,
  sigmas: readonly number[],
): Plane[] {
  const weighted = sources.map((source) => times(source, weight));
  const filled = weighted.map((plane) => plane.slice());
  const have = weight.slice();
  const [values, weights] = [new Float32Array(weight.length), new Float32Array(weight.length)];
  const shares = new Float64Array(weight.length);
  for (const sigma of sigmas) {
    gaussianBlur(weight, size, sigma, weights);
    missingShares(weights, have, shares);
    for (let k = 0; k < filled.length; k++) {
      gaussianBlur(weighted[k]!, size, sigma, values);
      addShares(filled[k]!, values, weights, shares);
    }
    for (let i = 0; i < have.length; i++) have[i]! += shares[i]!;
  }
  for (const out of filled) divideBy(out, have);
  return filled;
}

/** How much of what is not had yet the blurred weights give. Loops of their own stay compiled from one picture to the next. */
function missingShares(weights: Plane, have: Plane, shares: Float64Array): void {
  for (let i = 0; i < shares.length; i++)
    shares[i] = have[i]! >= 1 || weights[i]! <= 0.005 ? 0 : Math.min(1, weights[i]! * 5) * (1 - have[i]!);
}

function addShares(out: Plane, values: Plane, weights: Plane, shares: Float64Array): void {
  for (let i = 0; i < out.length; i++) if (shares[i]! > 0) out[i]! += (shares[i]! * values[i]!) / weights[i]!;
}

function divideBy(out: Plane, have: Plane): void {
  for (let i = 0; i < out.length; i++) if (have[i]! > 1e-3) out[i]! /= have[i]!;
}
