import { type Plane, type Size, times } from './plane.ts';
import { samplePlane, shrink } from './resample.ts';
import { mix } from './scalar.ts';

/**
 * Mean over the (2 `radius` + 1)² window round each pixel, windows cut at the border. Separable running sums: the cost
 * does not depend on the radius.
 *
 * @param out what is written, which may be `source`
 */
export function boxBlur(
  source: Plane,
  { width, height }: Size,
  radius: number,
  out: Plane = new Float32Array(width * height),
): Plane {
  const r = Math.max(1, Math.trunc(radius));
  const from = out === source ? source.slice() : source;
  const nothing = new Float32Array(width);
  const row = (y: number) => (y < 0 || y >= height ? nothing : from.subarray(y * width, (y + 1) * width));
  const sums = new Float64Array(width);
  for (let y = 0; y < r; y++) moveOn(sums, nothing, row(y));
  const inverses = Float64Array.from(sums, (_, x) => inverseOfWindow(x, width, r));
  /** Prefix sums of the columns' sums, beginning with `r` + 1 zeros for those left of the picture. */
  const prefix = new Float64Array(width + 2 * r + 1);
  for (let y = 0; y < height; y++) {
    moveOn(sums, row(y - r - 1), row(y + r));
    sumUp(sums, prefix, r + 1);
    writeMeans(prefix, inverses, inverseOfWindow(y, height, r), out.subarray(y * width, (y + 1) * width));
  }
  return out;
}

/** 1 / how many of `count` pixels are within `radius` of `at`. */
const inverseOfWindow = (at: number, count: number, radius: number): number =>
  1 / (Math.min(count - 1, at + radius) - Math.max(0, at - radius) + 1);

/** Moves the sums of columns on by a row. Loops of their own stay compiled from one picture to the next. */
function moveOn(sums: Float64Array, above: Plane, below: Plane): void {
  for (let x = 0; x < sums.length; x++) sums[x] = sums[x]! + below[x]! - above[x]!;
}

function sumUp(sums: Float64Array, prefix: Float64Array, lead: number): void {
  let sum = 0;
  for (let x = 0; x < sums.length; x++) {
    sum += sums[x]!;
    prefix[x + lead] = sum;
  }
  prefix.fill(sum, sums.length + lead);
}

function writeMeans(prefix: Float64Array, inverses: Float64Array, inverse: number, out: Plane): void {
  const window = prefix.length - out.length;
  for (let x = 0; x < out.length; x++) out[x] = (prefix[x + window]! - prefix[x]!) * inverses[x]! * inverse;
}

/** {@link boxBlur} for a wide window: of a smaller copy, in which the window still spans 16 pixels. */
export const wideBoxBlur = (source: Plane, size: Size, radius: number): Plane =>
  ofSmallerCopy(source, size, Math.floor(radius / 8), (plane, small, factor) => boxBlur(plane, small, radius / factor));

/** Gaussian blur of standard deviation `sigma` pixels, as three box blurs (Wells 1986); a wide one of a smaller copy. `into` may be written to or not. */
export const gaussianBlur = (source: Plane, size: Size, sigma: number, into?: Plane): Plane =>
  ofSmallerCopy(source, size, Math.floor(sigma / 4), (plane, small, factor) =>
    threeBoxBlurs(plane, small, sigma / factor, factor > 1 ? undefined : into),
  );

/** Applies `blur` to block means of `factor` x `factor` pixels, at most 8 x 8, and interpolates what it returns. */
function ofSmallerCopy(
  source: Plane,
  size: Size,
  factor: number,
  blur: (plane: Plane, size: Size, factor: number) => Plane,
): Plane {
  const by = Math.min(8, factor);
  if (by <= 1) return blur(source, size, 1);
  const small = shrink(source, size, by);
  return samplePlane(blur(small.plane, small.size, by), small.size, 1 / by, size);
}

function threeBoxBlurs(source: Plane, size: Size, sigma: number, into: Plane = new Float32Array(source.length)): Plane {
  const radius = Math.max(1, Math.round(Math.sqrt(sigma * sigma * 4 + 1) / 2 - 0.5));
  boxBlur(source, size, radius, into);
  for (let pass = 1; pass < 3; pass++) boxBlur(into, size, radius, into);
  return into;
}

/**
 * Fills in where `weight` (0..1) is low from the weighted neighbourhood, ever wider: normalised convolution (Knutsson
 * and Westin 1993) over `sigmas` in rising order. Where nothing is near, 0 stays.
 */
export const fillByBlur = (source: Plane, weight: Plane, size: Size, sigmas: readonly number[]): Plane =>
  fillAllByBlur([source], weight, size, sigmas)[0]!;

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
  const shares = new Float32Array(weight.length);
  for (const sigma of sigmas) {
    const weights = gaussianBlur(weight, size, sigma);
    for (let i = 0; i < shares.length; i++)
      shares[i] = have[i]! >= 1 || weights[i]! <= 0.005 ? 0 : Math.min(1, weights[i]! * 5) * (1 - have[i]!);
    for (const [k, out] of filled.entries()) {
      const values = gaussianBlur(weighted[k]!, size, sigma);
      for (let i = 0; i < out.length; i++) if (shares[i]! > 0) out[i]! += (shares[i]! * values[i]!) / weights[i]!;
    }
    for (let i = 0; i < have.length; i++) have[i]! += shares[i]!;
  }
  for (const out of filled) for (let i = 0; i < out.length; i++) if (have[i]! > 1e-3) out[i]! /= have[i]!;
  return filled;
}

/** How much of a pixel is what the nine round it are. */
const seenBeside = 0.7;

/** An opacity that was decided for each pixel alone, without the steps of its outline: a camera's pixels see a little of their neighbours. */
export function softenSteps(opacity: Plane, size: Size): Plane {
  const soft = boxBlur(opacity, size, 1);
  for (let i = 0; i < soft.length; i++) soft[i] = mix(opacity[i]!, soft[i]!, seenBeside);
  return soft;
}
