import { kernels, planeAt, reserve } from '../kernels/kernels.ts';
import { type Plane, type Size, times } from './plane.ts';
import { grow, type Shrunk, shrink } from './resample.ts';

/**
 * Mean over the (2 `radius` + 1)² window round each pixel, windows cut at the border. The cost does not depend on the radius.
 *
 * @param out what is written, which may be `source`: memory for planes is a fifth of the engine's time
 */
export function boxBlur(
  source: Plane,
  size: Size,
  radius: number,
  out: Plane = new Float32Array(size.width * size.height),
): Plane {
  return boxBlurs(source, size, radius, 1, out);
}

/** {@link boxBlur}, `passes` times in succession. */
function boxBlurs(source: Plane, { width, height }: Size, radius: number, passes: number, out: Plane): Plane {
  const r = Math.max(1, Math.trunc(radius));
  const count = source.length;
  let [from, to, work] = reserve(count * 4, count * 4, kernels.boxBlurWork(width, r));
  planeAt(from, count).set(source);
  for (let pass = 0; pass < passes; pass++) {
    kernels.boxBlur(from, to, work, width, height, r);
    [from, to] = [to, from];
  }
  out.set(planeAt(from, count));
  return out;
}

/**
 * Gaussian blur of standard deviation `sigma` pixels, as three box blurs (Wells 1986); wide ones on a smaller copy, as
 * nothing fine is left of them anyway.
 */
export function gaussianBlur(
  source: Plane,
  size: Size,
  sigma: number,
  into: Plane = new Float32Array(source.length),
): Plane {
  if (sigma >= 6) {
    const { small, factor } = smallBlur(source, size, sigma);
    return grow(small, size, factor, into);
  }
  const radius = Math.max(1, Math.round(Math.sqrt(sigma * sigma * 4 + 1) / 2 - 0.5));
  return boxBlurs(source, size, radius, 3, into);
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
