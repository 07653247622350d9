import { type Plane, type Size, times } from './plane.ts';
import { grow, shrink } from './resample.ts';

/**
 * Mean over the (2 `radius` + 1)² window round each pixel, windows cut at the border. Separable running sums: the cost
 * does not depend on the radius.
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
  const rows = blurRows(source, width, height, r);
  const sums = new Float64Array(width);
  const nothing = new Float32Array(width);
  const row = (y: number) => (y >= 0 && y < height ? rows.subarray(y * width, (y + 1) * width) : nothing);
  for (let y = 0; y < Math.min(r, height); y++) for (let x = 0; x < width; x++) sums[x]! += rows[y * width + x]!;
  for (let y = 0; y < height; y++) {
    const entering = row(y + r);
    const leaving = row(y - r - 1);
    const inverse = 1 / (Math.min(height - 1, y + r) - Math.max(0, y - r) + 1);
    for (let x = 0, i = y * width; x < width; x++, i++) {
      const sum = sums[x]! + entering[x]! - leaving[x]!;
      sums[x] = sum;
      out[i] = sum * inverse;
    }
  }
  return out;
}

/** Reused row buffers of the blur, which save thousands of allocations per picture. */
let scratch = new Float32Array(0);

/** The mean over 2 `r` + 1 pixels along each row, by prefix sums; valid until the next call. */
function blurRows(source: Plane, width: number, height: number, r: number): Plane {
  if (scratch.length < width * height) scratch = new Float32Array(width * height);
  const out = scratch;
  const prefix = new Float64Array(width + 1);
  const inverse = 1 / (2 * r + 1);
  for (let y = 0; y < height; y++) {
    const start = y * width;
    let sum = 0;
    for (let x = 0; x < width; x++) {
      sum += source[start + x]!;
      prefix[x + 1] = sum;
    }
    const cut = (x: number) => {
      const left = Math.max(0, x - r);
      const right = Math.min(width, x + r + 1);
      out[start + x] = (prefix[right]! - prefix[left]!) / (right - left);
    };
    const last = Math.max(r, width - r - 1);
    for (let x = 0; x < Math.min(r, width); x++) cut(x);
    for (let x = r; x < last; x++) out[start + x] = (prefix[x + r + 1]! - prefix[x - r]!) * inverse;
    for (let x = last; x < width; x++) cut(x);
  }
  return out;
}

/**
 * Gaussian blur of standard deviation `sigma` pixels, as three box blurs (Wells 1986); wide ones on a smaller copy, as
 * nothing fine is left of them anyway.
 */
export function gaussianBlur(source: Plane, size: Size, sigma: number, into?: Plane): Plane {
  const factor = Math.floor(sigma / 3);
  if (factor >= 2) {
    const small = shrink(source, size, factor);
    const plane = gaussianBlur(small.plane, small.size, sigma / factor, small.plane);
    return grow({ plane, size: small.size }, size, factor, into);
  }
  const radius = Math.max(1, Math.round(Math.sqrt(sigma * sigma * 4 + 1) / 2 - 0.5));
  const out = boxBlur(source, size, radius, into);
  for (let pass = 1; pass < 3; pass++) boxBlur(out, size, radius, out);
  return out;
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
    for (let i = 0; i < shares.length; i++)
      shares[i] = have[i]! >= 1 || weights[i]! <= 0.005 ? 0 : Math.min(1, weights[i]! * 5) * (1 - have[i]!);
    for (const [k, out] of filled.entries()) {
      gaussianBlur(weighted[k]!, size, sigma, values);
      for (let i = 0; i < out.length; i++) if (shares[i]! > 0) out[i]! += (shares[i]! * values[i]!) / weights[i]!;
    }
    for (let i = 0; i < have.length; i++) have[i]! += shares[i]!;
  }
  for (const out of filled) for (let i = 0; i < out.length; i++) if (have[i]! > 1e-3) out[i]! /= have[i]!;
  return filled;
}
