import { boxBlur, smallBlur } from '../pixels/box-blur.ts';
import { guidedFilter } from '../pixels/guided-filter.ts';
import { maskOf, type Plane, type Rgb, type Size, stepPlane, times } from '../pixels/plane.ts';
import { growPart, type Shrunk } from '../pixels/resample.ts';
import { clamp, mix, smoothstep } from '../pixels/scalar.ts';
import { tiles, type Window } from '../pixels/window.ts';
import { label } from './labels.ts';

/** Half the band in which strands end, how far inside the labels are sure, and the windows that colours are learnt from, as shares of the longer side. */
const band = 1 / 40;
const sure = 1 / 200;
const around = 1 / 30;
/** How far apart hair and what is below have to be, as squared distance against their variances, to tell a strand by its colour. */
const apart = 2;

/**
 * The hair's opacity 0..1 over the rest of the person. In a band along the labels' border a pixel lies on the line between the local colours of
 * the hair and of what is beside it, and its place on that line is its opacity (Ruzon and Tomasi, "Alpha Estimation in Natural
 * Images", CVPR 2000, with one mean a side); where the two are alike a guided filter finds the border (He et al. 2013).
 *
 * @param rgb the person's own colours, sRGB 0..1
 */
export function separateHair(labels: Uint8Array, matte: Plane, rgb: Rgb, size: Size): Plane {
  const long = Math.max(size.width, size.height);
  const mask = maskOf(labels, label.hair);
  const guided = guidedFilter(rgb, size, Math.max(3, Math.round(long / 160)), 1e-3)(mask);
  const near = (plane: Plane, share: number) => boxBlur(plane, size, Math.max(2, Math.round(long * share)));
  const other = new Float32Array(mask.length);
  for (let i = 0; i < other.length; i++)
    if (mask[i] === 0 && labels[i] !== label.background && matte[i]! > 0.9) other[i] = 1;
  const [inner, outer] = [near(mask, band), near(other, band)];
  const surely = (plane: Plane) => {
    const inside = stepPlane(near(plane, sure), 0.6, 0.95);
    return times(plane, inside, inside);
  };
  const [hairSums, otherSums] = [localSums(rgb, surely(mask), size), localSums(rgb, surely(other), size)];
  const out = stepPlane(guided.slice(), 0.2, 0.75);
  for (const { tile } of tiles(size, 0)) {
    let hairSide: LocalColours | undefined;
    let otherSide: LocalColours | undefined;
    for (let j = 0; j < tile.size.width * tile.size.height; j++) {
      const i = tile.at(j);
      // A label is wrong by a strand's width, hardly by more.
      const inBand = Math.min(inner[i]!, outer[i]!);
      if (inBand < 0.02) continue;
      hairSide ??= localColours(hairSums, tile);
      otherSide ??= localColours(otherSums, tile);
      if (hairSide.weight[j]! < 1e-3 || otherSide.weight[j]! < 1e-3) continue;
      const soft = smoothstep(0.2, 0.75, guided[i]!);
      let along = 0;
      let squared = 0;
      for (let c = 0; c < 3; c++) {
        const line = hairSide.mean[c]![j]! - otherSide.mean[c]![j]!;
        along += (rgb[c]![i]! - otherSide.mean[c]![j]!) * line;
        squared += line * line;
      }
      const spread = hairSide.variance[j]! + otherSide.variance[j]!;
      const trust = smoothstep(apart / 2, apart * 2, squared / (spread + 1e-4));
      const strand = smoothstep(0.15, 0.75, clamp(along / (squared + 1e-6), 0, 1));
      out[i] = mix(soft, strand, trust * smoothstep(0.02, 0.3, inBand));
    }
  }
  return out;
}

/** Sums near each pixel, weighted: of the weights, of each channel, and of its squares; on copies of pixels `factor` large. */
type LocalSums = { factor: number; weight: Shrunk; first: Shrunk[]; second: Shrunk[] };

function localSums(rgb: Rgb, weights: Plane, size: Size): LocalSums {
  const sigma = Math.max(3, Math.max(size.width, size.height) * around);
  const { small: weight, factor } = smallBlur(weights, size, sigma);
  const sums: LocalSums = { factor, weight, first: [], second: [] };
  const product = new Float32Array(weights.length);
  for (const plane of rgb) {
    sums.first.push(smallBlur(times(plane, weights, product), size, sigma).small);
    sums.second.push(smallBlur(times(product, plane, product), size, sigma).small);
  }
  return sums;
}

type LocalColours = { mean: Plane[]; variance: Plane; weight: Plane };

/** Mean and variance, over all three channels, of the colours near each pixel of a window. */
function localColours({ factor, weight: weights, first, second }: LocalSums, window: Window): LocalColours {
  const weight = growPart(weights, factor, window);
  const variance = new Float32Array(weight.length);
  const mean = first.map((sums, c) => {
    const own = growPart(sums, factor, window);
    const squares = growPart(second[c]!, factor, window);
    for (let i = 0; i < own.length; i++) {
      if (weight[i]! < 1e-3) continue;
      own[i]! /= weight[i]!;
      variance[i]! += Math.max(0, squares[i]! / weight[i]! - own[i]! ** 2);
    }
    return own;
  });
  return { mean, variance, weight };
}
