import type { RgbImage } from '@styling/imaging';
import type { Look } from '../garment/choose-colours.ts';
import type { Pattern } from '../garment/patterns.ts';
import { boxBlur, gaussianBlur } from '../pixels/box-blur.ts';
import { beyondShade, type OklabPlanes, oklabOf, type Triple } from '../pixels/colour.ts';
import { clusterColours } from '../pixels/colour-clusters.ts';
import { type Plane, times, total } from '../pixels/plane.ts';
import { quantile } from '../pixels/statistics.ts';

/** The least contrast of a pattern, and its second colour's least share. */
const otherColour = 0.16;
const leastSecond = 0.12;
/** Minimum number of pixels to determine a garment's look. */
const leastPixels = 150;
/** The quantile of a channel that is a cloth's colour: a little above the median, which shade pulls down. */
const lit = 0.58;

/**
 * The colours and the pattern of the garment where `mask` is 1: its dominant colours by clustering.
 *
 * @returns undefined when the mask is too small
 */
export function readLook(image: RgbImage, mask: Plane): Look | undefined {
  const inner = pixelsIn(boxBlur(mask, image, 3), 0.97);
  const pixels = inner.length >= leastPixels ? inner : pixelsIn(mask, 0.5);
  if (pixels.length < leastPixels) return undefined;
  const planes = oklabOf(image);
  const { clusters, assigned } = clusterColours(planes, pixels, { most: 5, spread: 0.006 });
  const colourOf = (cluster: number): Triple => {
    const own = pixels.filter((_, j) => assigned[j] === cluster);
    const channel = (c: number) =>
      quantile(
        own.map((i) => image.data[i * 3 + c]!),
        lit,
      );
    return [channel(0), channel(1), channel(2)];
  };
  const main = clusters[0]!.oklab;
  const second = clusters.findIndex(
    ({ share, oklab }, k) => k > 0 && share > leastSecond && contrast(main, oklab) > otherColour,
  );
  const pattern = second > 0 ? readPattern(planes, pixels, image.width) : 'solid';
  return {
    colour: colourOf(0),
    second: pattern === 'solid' ? undefined : colourOf(second),
    pattern,
  };
}

/** How far a second colour is from the main one: folds of plain cloth are no pattern. */
function contrast(main: Triple, other: Triple): number {
  const { lightness, hue } = beyondShade(other, main);
  return Math.hypot(lightness, 2 * hue);
}

/** The pixels whose value is above `least`. */
function pixelsIn(values: Plane, least: number): number[] {
  const pixels: number[] = [];
  values.forEach((value, i) => {
    if (value > least) pixels.push(i);
  });
  return pixels;
}

/** Cells across and down the middle of a garment, in which a pattern is told. */
const side = 48;
/** Share of the contrast that rows or columns explain of stripes, and both of a check; the least contrast. */
const [stripes, check, leastContrast] = [0.42, 0.16, 0.03];

/**
 * Stripes or check, from the share of the contrast in the garment's middle that the means of its rows and columns explain;
 * otherwise solid.
 */
function readPattern({ lightness, a, b }: OklabPlanes, pixels: readonly number[], width: number): Pattern {
  const xs = pixels.map((i) => i % width);
  const ys = pixels.map((i) => Math.floor(i / width));
  const [left, right] = [quantile(xs, 0.25), quantile(xs, 0.75)];
  const [top, bottom] = [quantile(ys, 0.3), quantile(ys, 0.75)];
  const [sums, counts] = [new Float32Array(side * side), new Float32Array(side * side)];
  pixels.forEach((i, j) => {
    const x = Math.floor(((xs[j]! - left) / (right - left + 1)) * side);
    const y = Math.floor(((ys[j]! - top) / (bottom - top + 1)) * side);
    if (x < 0 || y < 0 || x >= side || y >= side) return;
    sums[y * side + x]! += lightness[i]! + 1.5 * (a[i]! + b[i]!);
    counts[y * side + x]! += 1;
  });
  const usual = total(sums) / Math.max(1, total(counts));
  const patch = sums.map((value, i) => (counts[i]! > 0 ? value / counts[i]! : usual));
  const broad = gaussianBlur(patch, { width: side, height: side }, 7);
  const [rows, columns] = [new Float32Array(side), new Float32Array(side)];
  const detail = patch.map((value, i) => value - broad[i]!);
  detail.forEach((value, i) => {
    rows[Math.floor(i / side)]! += value / side;
    columns[i % side]! += value / side;
  });
  const power = (values: Plane) => total(times(values, values)) / values.length;
  const all = power(detail);
  const [across, down] = [power(rows) / all, power(columns) / all];
  if (all < leastContrast ** 2) return 'solid';
  if (across > stripes) return 'stripes';
  if (down > stripes) return 'vertical stripes';
  return across > check && down > check ? 'check' : 'solid';
}
