// biome-ignore-all lint/style/noNonNullAssertion: every index is in range by construction
import { kernels, planeAt, reserve } from '../kernels/kernels.ts';
import type { Plane } from '../pixels/plane.ts';
import { clamp } from '../pixels/scalar.ts';
import { type ClassifierWeights, hiddenCount } from './classifier-weights.ts';
import { placeCount } from './head-region.ts';
import type { FeatureLevel } from './inner-features.ts';

/** Side of the grid of answers. */
export const partSide = 64;

/** Inputs are limited to this many standard deviations: beyond, the classifier has learnt nothing. */
const limit = 5;

/**
 * How likely each pixel of the grid shows each class: a plane a class, 0..1. The hidden layer is linear in the inputs, so that
 * each level is projected at its own resolution and only the sums are enlarged.
 */
export function classify(weights: ClassifierWeights, levels: readonly FeatureLevel[], places: Float32Array): Plane[] {
  return answers(weights, hiddenSums(weights, [...levels, { side: partSide, channels: placeCount, values: places }]));
}

/** The hidden units' sums of all levels, whose channels are the inputs one after the other; in the kernels' memory. */
function hiddenSums({ mean, scale, hidden, hiddenBias }: ClassifierWeights, levels: readonly FeatureLevel[]): Plane {
  const mostBytes = (of: (level: FeatureLevel) => number) => 4 * Math.max(...levels.map(of));
  const count = partSide * partSide * hiddenCount;
  const ofChannels = mostBytes((level) => level.channels);
  const [sums, small, values, means, scales, matrix, work] = reserve(
    ...[4 * count, mostBytes(({ side }) => side * side * hiddenCount), mostBytes(({ values }) => values.length)],
    ...[ofChannels, ofChannels, ofChannels * hiddenCount, ofChannels],
  );
  const all = planeAt(sums, count);
  for (let at = 0; at < count; at += hiddenCount) all.set(hiddenBias, at);
  const put = (address: number, from: Float32Array) => planeAt(address, from.length).set(from);
  let first = 0;
  for (const level of levels) {
    const pixels = level.side * level.side;
    const end = first + level.channels;
    put(values, level.values);
    put(means, mean.subarray(first, end));
    put(scales, scale.subarray(first, end));
    put(matrix, hidden.subarray(first * hiddenCount, end * hiddenCount));
    kernels.project(values, means, scales, limit, matrix, small, work, pixels, level.channels, hiddenCount);
    kernels.addEnlarged(sums, partSide, small, level.side, hiddenCount);
    first = end;
  }
  return all;
}

/** An input as the classifier takes it, standardised and limited: what its kernel does, for training. */
export const standardised = (value: number, mean: number, scale: number): number =>
  clamp((value - mean) * scale, -limit, limit);

/** As its kernel enlarges a level: between which two of `side` values pixel `k` of a row of answers lies, and how far from the first to the second, 0..1. */
export function neighbours(k: number, side: number): { low: number; high: number; share: number } {
  const at = Math.min(Math.max(((k + 0.5) / partSide) * side - 0.5, 0), side - 1);
  const low = Math.floor(at);
  return { low, high: Math.min(side - 1, low + 1), share: at - low };
}

function answers({ out, outBias }: ClassifierWeights, sums: Plane): Plane[] {
  const count = outBias.length;
  const planes = Array.from({ length: count }, () => new Float32Array(partSide * partSide));
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
