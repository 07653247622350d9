import { type OklabPlanes, oklabOf } from '../pixels/colour.ts';
import { clamp } from '../pixels/scalar.ts';

const lightnessBins = 20;
const axisBins = 24;
const axisReach = 0.25;

/** How many bins a histogram of OKLab colours has. */
export const colourBins = lightnessBins * axisBins * axisBins;

/** The bin of an OKLab colour. */
export function colourBin(lightness: number, a: number, b: number): number {
  const level = clamp(Math.floor(lightness * lightnessBins), 0, lightnessBins - 1);
  return (level * axisBins + along(a)) * axisBins + along(b);
}

const along = (value: number): number =>
  clamp(Math.floor(((value + axisReach) / (2 * axisReach)) * axisBins), 0, axisBins - 1);

/** The bin of every pixel. */
export function colourBinsOf({ lightness, a, b }: OklabPlanes): Uint16Array {
  const bins = new Uint16Array(lightness.length);
  for (let i = 0; i < bins.length; i++) bins[i] = colourBin(lightness[i]!, a[i]!, b[i]!);
  return bins;
}

const binned = new WeakMap<Uint8Array, Uint16Array>();

/** {@link colourBinsOf} an image, worked out once however often it is asked for; not to be written to. */
export function colourBinsIn(image: { readonly data: Uint8Array }): Uint16Array {
  const known = binned.get(image.data);
  if (known) return known;
  const bins = colourBinsOf(oklabOf(image));
  binned.set(image.data, bins);
  return bins;
}

/** Smooths a histogram twice with a 1-2-1 kernel along each axis and scales it to sum 1, in place. */
export function smoothHistogram(histogram: Float32Array): Float32Array {
  for (let pass = 0; pass < 2; pass++)
    for (const step of [1, axisBins, axisBins * axisBins]) {
      const before = Float32Array.from(histogram);
      for (let i = 0; i < histogram.length; i++)
        histogram[i] = 0.25 * (before[i - step] ?? 0) + 0.5 * before[i]! + 0.25 * (before[i + step] ?? 0);
    }
  let sum = 0;
  for (let i = 0; i < histogram.length; i++) sum += histogram[i]!;
  if (sum > 0) for (let i = 0; i < histogram.length; i++) histogram[i]! /= sum;
  return histogram;
}

/** How much two histograms of sum 1 are alike, 0..1: the Bhattacharyya coefficient (1943). */
export function likeness(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let bin = 0; bin < one.length; bin++) sum += Math.sqrt(one[bin]! * other[bin]!);
  return sum;
}
