// biome-ignore-all lint/style/noNonNullAssertion: every index is in range by construction
import type { Plane } from '../pixels/plane.ts';
import { clamp } from '../pixels/scalar.ts';
import { placeCount } from './head-region.ts';
import type { FeatureLevel } from './inner-features.ts';
import { hiddenCount, type PartWeights, partNames } from './part-weights.ts';

/** Side of the grid of answers. */
export const partSide = 64;

/** Inputs are limited to this many standard deviations: beyond, the classifier has learnt nothing. */
const most = 5;

/**
 * How likely each pixel of the grid shows each part: a plane a part, 0..1. The hidden layer is linear in the inputs, so that
 * each level is projected at its own resolution and only the sums are enlarged.
 */
export function classify(weights: PartWeights, levels: readonly FeatureLevel[], places: Float32Array): Plane[] {
  const sums = new Float32Array(partSide * partSide * hiddenCount);
  for (let at = 0; at < sums.length; at += hiddenCount) sums.set(weights.hiddenBias, at);
  let input = 0;
  for (const level of [...levels, { side: partSide, channels: placeCount, values: places }]) {
    addEnlarged(sums, project(weights, level, input), level.side);
    input += level.channels;
  }
  return answers(weights, sums);
}

/**
 * The hidden units' sums of one level, whose channels are the inputs from `first`. Four units at a time, as their sums then stay in
 * registers; each is rounded as it would be in memory.
 */
function project({ mean, scale, hidden }: PartWeights, { side, channels, values }: FeatureLevel, first: number): Plane {
  const out = new Float32Array(side * side * hiddenCount);
  const inputs = new Float64Array(channels);
  for (let pixel = 0; pixel < side * side; pixel++) {
    for (let c = 0; c < channels; c++)
      inputs[c] = standardised(values[pixel * channels + c]!, mean[first + c]!, scale[first + c]!);
    const to = pixel * hiddenCount;
    for (let unit = 0; unit < hiddenCount; unit += 4) {
      let s0 = 0;
      let s1 = 0;
      let s2 = 0;
      let s3 = 0;
      for (let c = 0, from = first * hiddenCount + unit; c < channels; c++, from += hiddenCount) {
        const value = inputs[c]!;
        s0 = Math.fround(s0 + value * hidden[from]!);
        s1 = Math.fround(s1 + value * hidden[from + 1]!);
        s2 = Math.fround(s2 + value * hidden[from + 2]!);
        s3 = Math.fround(s3 + value * hidden[from + 3]!);
      }
      out[to + unit] = s0;
      out[to + unit + 1] = s1;
      out[to + unit + 2] = s2;
      out[to + unit + 3] = s3;
    }
  }
  return out;
}

/** An input as the classifier takes it: standardised and limited. */
export const standardised = (value: number, mean: number, scale: number): number =>
  clamp((value - mean) * scale, -most, most);

/** Between which two of `side` values pixel `k` of a row of answers lies, and how far from the first to the second, 0..1. */
export function neighbours(k: number, side: number): { low: number; high: number; share: number } {
  const at = Math.min(Math.max(((k + 0.5) / partSide) * side - 0.5, 0), side - 1);
  const low = Math.floor(at);
  return { low, high: Math.min(side - 1, low + 1), share: at - low };
}

/** Adds `small`, `side` x `side` x units, enlarged bilinearly. */
function addEnlarged(sums: Plane, small: Plane, side: number): void {
  if (side === partSide) {
    for (let i = 0; i < sums.length; i++) sums[i]! += small[i]!;
    return;
  }
  const where = Array.from({ length: partSide }, (_, k) => neighbours(k, side));
  let to = 0;
  for (const row of where)
    for (const column of where) {
      const corner = (y: number, x: number) => (y * side + x) * hiddenCount;
      const first = corner(row.low, column.low);
      const second = corner(row.low, column.high);
      const third = corner(row.high, column.low);
      const fourth = corner(row.high, column.high);
      const [down, across] = [row.share, column.share];
      const shares = [(1 - down) * (1 - across), (1 - down) * across, down * (1 - across), down * across] as const;
      for (let unit = 0; unit < hiddenCount; unit++) {
        let sum = Math.fround(sums[to + unit]! + shares[0] * small[first + unit]!);
        sum = Math.fround(sum + shares[1] * small[second + unit]!);
        sum = Math.fround(sum + shares[2] * small[third + unit]!);
        sums[to + unit] = sum + shares[3] * small[fourth + unit]!;
      }
      to += hiddenCount;
    }
}

function answers({ out, outBias }: PartWeights, sums: Plane): Plane[] {
  const count = partNames.length;
  const planes = partNames.map(() => new Float32Array(partSide * partSide));
  const values = new Float64Array(count);
  for (let pixel = 0; pixel < partSide * partSide; pixel++) {
    for (let k = 0; k < count; k++) values[k] = outBias[k]!;
    for (let unit = 0; unit < hiddenCount; unit++) {
      const active = sums[pixel * hiddenCount + unit]!;
      if (active > 0) for (let k = 0; k < count; k++) values[k]! += active * out[unit * count + k]!;
    }
    let largest = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < count; k++) largest = Math.max(largest, values[k]!);
    let total = 0;
    for (let k = 0; k < count; k++) total += values[k] = Math.exp(values[k]! - largest);
    for (let k = 0; k < count; k++) planes[k]![pixel] = values[k]! / total;
  }
  return planes;
}
