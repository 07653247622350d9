import type { RgbImage } from '@styling/imaging';
import type { Look } from '../garment/choose-colours.ts';
import type { Pattern } from '../garment/patterns.ts';
import { beyondShade } from '../pixels/beyond-shade.ts';
import { boxBlur, gaussianBlur } from '../pixels/box-blur.ts';
import { type OklabPlanes, oklabOf, type Triple } from '../pixels/colour.ts';
import { clusterColours } from '../pixels/colour-clusters.ts';
import type { Plane } from '../pixels/plane.ts';
import { quantile } from '../pixels/statistics.ts';

/** The least contrast of a pattern, and its second colour's least share. */
const otherColour = 0.16;
const leastSecond = 0.12;
/** Minimum number of pixels to determine a garment's look. */
const leastPixels = 150;

/**
 * The colours and the pattern of the garment where `mask` is 1: dominant colours by clustering, a little lighter than
 * their median as shade pulls that down.
 *
 * @returns undefined when the mask is too small
 */
export function readLook(image: RgbImage, mask: Plane): Look | undefined {
  const inner = boxBlur(mask, image, 3);
  const collect = (values: Plane, least: number) => {
    const pixels: number[] = [];
    values.forEach((value, i) => {
      if (value > least) pixels.push(i);
    });
    return pixels;
  };
  const eroded = collect(inner, 0.97);
  const pixels = eroded.length >= leastPixels ? eroded : collect(mask, 0.5);
  if (pixels.length < leastPixels) return undefined;
  const planes = oklabOf(image);
  const { clusters, assigned } = clusterColours(planes, pixels, { most: 5, spread: 0.006 });
  const colourOf = (cluster: number) =>
    brightMedian(
      image,
      pixels.filter((_, j) => assigned[j] === cluster),
    );
  const main = clusters[0]!;
  const second = clusters.findIndex(
    (other, k) => k > 0 && other.share > leastSecond && contrast(main.oklab, other.oklab) > otherColour,
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

function brightMedian({ data }: RgbImage, pixels: readonly number[]): Triple {
  const channel = (c: number) =>
    quantile(
      pixels.map((i) => data[i * 3 + c]!),
      0.58,
    );
  return [channel(0), channel(1), channel(2)];
}

const side = 48;

/**
 * Stripes or check, from the share of the contrast in the garment's middle that the means of its rows and columns explain;
 * otherwise solid.
 */
function readPattern({ lightness, a, b }: OklabPlanes, pixels: readonly number[], width: number): Pattern {
  const xs = pixels.map((i) => i % width);
  const ys = pixels.map((i) => Math.floor(i / width));
  const [left, right] = [quantile(xs, 0.25), quantile(xs, 0.75)];
  const [top, bottom] = [quantile(ys, 0.3), quantile(ys, 0.75)];
  const sums = new Float32Array(side * side);
  const counts = new Float32Array(side * side);
  pixels.forEach((i, j) => {
    const x = Math.floor(((xs[j]! - left) / (right - left + 1)) * side);
    const y = Math.floor(((ys[j]! - top) / (bottom - top + 1)) * side);
    if (x < 0 || y < 0 || x >= side || y >= side) return;
    sums[y * side + x]! += lightness[i]! + 1.5 * (a[i]! + b[i]!);
    counts[y * side + x]! += 1;
  });
  const total =
    sums.reduce((sum, value) => sum + value, 0) /
    Math.max(
      1,
      counts.reduce((sum, value) => sum + value, 0),
    );
  const patch = sums.map((value, i) => (counts[i]! > 0 ? value / counts[i]! : total));
  const broad = gaussianBlur(patch, { width: side, height: side }, 7);
  const detail = patch.map((value, i) => value - broad[i]!);
  const rows = new Float32Array(side);
  const columns = new Float32Array(side);
  detail.forEach((value, i) => {
    rows[Math.floor(i / side)]! += value / side;
    columns[i % side]! += value / side;
  });
  const power = (values: Plane) => values.reduce((sum, value) => sum + value * value, 0) / values.length;
  const all = power(detail);
  if (Math.sqrt(all) < 0.03) return 'solid';
  if (power(rows) > 0.42 * all) return 'stripes';
  if (power(columns) > 0.42 * all) return 'vertical stripes';
  return power(rows) > 0.16 * all && power(columns) > 0.16 * all ? 'check' : 'solid';
}
