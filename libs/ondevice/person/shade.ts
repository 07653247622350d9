import type { RgbImage } from '@styling/imaging';
import { boxBlur, fillByBlur, gaussianBlur } from '../pixels/box-blur.ts';
import { luminance } from '../pixels/colour.ts';
import { clusterColours } from '../pixels/colour-clusters.ts';
import { smoothKeepingEdges } from '../pixels/guided-filter.ts';
import { type Plane, total } from '../pixels/plane.ts';
import { clamp, mix, smoothstep } from '../pixels/scalar.ts';
import { median } from '../pixels/statistics.ts';
import { label } from './labels.ts';
import type { ParsedPerson } from './parse-person.ts';

/**
 * Light and folds, apart from the colour of what they fall on. `residual`: log luminance relative to the cloth's own,
 * -1.3..0.75, to be multiplied in as exp(residual) in linear light. `luminance`: the photograph's, 0..1.
 */
export type Shading = { residual: Plane; luminance: Plane };

const low = -1.3;
const high = 0.75;
/** A colour with a smaller share of a garment is a print, a badge or what shows underneath: its light is not the cloth's. */
const printShare = 0.14;

/** A photograph with labels, colours and matte of its person. */
export type ToShade = { image: RgbImage; parsed: Pick<ParsedPerson, 'labels' | 'oklab'>; matte: Plane };

/**
 * Separates shading from colour where clothes and skin are: log luminance minus the median of its colour cluster, which
 * is Retinex's assumption (Land and McCann 1971) with albedo steps known from clustering. Prints, badges and borders
 * are filled in from the cloth round them.
 */
export function separateShading({ image, parsed, matte }: ToShade): Shading {
  const light = luminance(image.data);
  const residual = new Float32Array(light.length);
  /** The number of each pixel's cluster, from 1 on; 0 where its light is not the cloth's. */
  const cluster = new Int16Array(light.length);
  let last = 0;
  const dim = new Float32Array(light.length);
  for (const which of [label.skin, label.top, label.bottom]) {
    const pixels = pixelsOf(which, parsed.labels, matte);
    if (pixels.length < 200) continue;
    const { clusters, assigned } = clusterColours(parsed.oklab, pixels, { most: which === label.skin ? 1 : 4 });
    for (const [k, { share }] of clusters.entries()) {
      const lights = new Float32Array(pixels.length);
      let count = 0;
      for (let j = 0; j < pixels.length; j++) if (assigned[j] === k) lights[count++] = light[pixels[j]!]!;
      const typical = median(lights.subarray(0, count));
      const dimness = which === label.skin ? 0 : 1 - smoothstep(0.04, 0.2, typical);
      const trusted = k === 0 || share > printShare ? ++last : 0;
      // Black cloth hardly reflects: its logarithm would be noise, so its floor is raised.
      const floor = Math.max(0.006, 0.03 - typical);
      const gain = typical < 0.08 ? 0.8 : typical > 0.6 ? 1.25 : 1;
      for (let j = 0; j < pixels.length; j++) {
        if (assigned[j] !== k) continue;
        const i = pixels[j]!;
        residual[i] = clamp(Math.log((light[i]! + floor) / (typical + floor)) * gain, low, high);
        cluster[i] = trusted;
        dim[i] = dimness;
      }
    }
  }
  const filled = fillByBlur(residual, awayFromBorders(cluster, image), image, [4, 18, 90]);
  return { residual: smoothNoise(filled, image, dim), luminance: light };
}

/** The pixels that surely have a label. */
function pixelsOf(which: number, labels: Uint8Array, matte: Plane): Uint32Array {
  const found = new Uint32Array(labels.length);
  let count = 0;
  for (let i = 0; i < found.length; i++) if (labels[i] === which && matte[i]! > 0.7) found[count++] = i;
  return found.subarray(0, count);
}

/** 1 well inside of clusters: at borders the colours of both sides are mixed. */
function awayFromBorders(cluster: Int16Array, { width, height }: RgbImage): Plane {
  const inside = new Float32Array(cluster.length);
  for (let i = 0; i < inside.length; i++) {
    const x = i % width;
    const own = cluster[i]!;
    if (own === 0) continue;
    const left = x === 0 || cluster[i - 1] === own;
    const right = x === width - 1 || cluster[i + 1] === own;
    const up = i < width || cluster[i - width] === own;
    const down = i >= cluster.length - width || cluster[i + width] === own;
    if (left && right && up && down) inside[i] = 1;
  }
  const nearby = boxBlur(inside, { width, height }, Math.max(2, Math.round(Math.max(width, height) / 260)));
  for (let i = 0; i < inside.length; i++) if (nearby[i]! <= 0.97) inside[i] = 0;
  return inside;
}

/** Brightened dark cloth is mostly sensor noise: smooths it in proportion to `dim` (0..1), but keeps folds. */
function smoothNoise(residual: Plane, image: RgbImage, dim: Plane): Plane {
  const scaled = new Float32Array(residual.length);
  for (let i = 0; i < scaled.length; i++) scaled[i] = (residual[i]! - low) / (high - low);
  const out = smoothKeepingEdges(scaled, image, 2, 6e-4 / 3);
  // Most clothes are not dim, and what is calmed there would count nothing.
  if (total(dim) > 0) {
    const blurred = gaussianBlur(scaled, image, Math.max(image.width, image.height) / 300);
    const calm = smoothKeepingEdges(blurred, image, 5, 2e-3);
    const share = gaussianBlur(dim, image, 3);
    for (let i = 0; i < out.length; i++) out[i] = mix(out[i]!, calm[i]!, share[i]!);
  }
  for (let i = 0; i < out.length; i++) out[i] = out[i]! * (high - low) + low;
  return out;
}
