import { boxBlur, gaussianBlur } from '../pixels/box-blur.ts';
import { guidedFilter } from '../pixels/guided-filter.ts';
import { maskOf, type Plane, type Rgb, type Size, stepPlane, times } from '../pixels/plane.ts';
import { clamp, mix, smoothstep } from '../pixels/scalar.ts';
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
  const [hairSide, otherSide] = [localColours(rgb, surely(mask), size), localColours(rgb, surely(other), size)];
  const out = stepPlane(guided.slice(), 0.2, 0.75);
  for (let i = 0; i < out.length; i++) {
    if (inner[i]! < 0.02 || outer[i]! < 0.02 || hairSide.weight[i]! < 1e-3 || otherSide.weight[i]! < 1e-3) continue;
    const soft = smoothstep(0.2, 0.75, guided[i]!);
    let along = 0;
    let squared = 0;
    for (let c = 0; c < 3; c++) {
      const line = hairSide.mean[c]![i]! - otherSide.mean[c]![i]!;
      along += (rgb[c]![i]! - otherSide.mean[c]![i]!) * line;
      squared += line * line;
    }
    const spread = hairSide.variance[i]! + otherSide.variance[i]!;
    const trust = smoothstep(apart / 2, apart * 2, squared / (spread + 1e-4));
    // A label is wrong by a strand's width, hardly by more.
    const inBand = smoothstep(0.02, 0.3, Math.min(inner[i]!, outer[i]!));
    out[i] = mix(soft, smoothstep(0.15, 0.75, clamp(along / (squared + 1e-6), 0, 1)), trust * inBand);
  }
  return out;
}

type LocalColours = { mean: Rgb; variance: Plane; weight: Plane };

/** Mean and variance, over all three channels, of the colours near each pixel where `weights` (0..1) are. */
function localColours(rgb: Rgb, weights: Plane, size: Size): LocalColours {
  const sigma = Math.max(3, Math.max(size.width, size.height) * around);
  const wide = (plane: Plane, out?: Plane) => gaussianBlur(plane, size, sigma, out);
  const weight = wide(weights);
  const [variance, second] = [new Float32Array(weights.length), new Float32Array(weights.length)];
  const mean = rgb.map((plane) => {
    const own = times(plane, weights, second);
    const first = wide(own);
    wide(times(own, plane, second), second);
    for (let i = 0; i < first.length; i++) {
      if (weight[i]! < 1e-3) continue;
      first[i]! /= weight[i]!;
      variance[i]! += Math.max(0, second[i]! / weight[i]! - first[i]! ** 2);
    }
    return first;
  });
  return { mean: [mean[0]!, mean[1]!, mean[2]!], variance, weight };
}
