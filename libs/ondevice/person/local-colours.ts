import type { RgbImage } from '@styling/imaging';
import { insideDistance } from '../pixels/inside-distance.ts';
import type { Plane } from '../pixels/plane.ts';
import { clamp, sigmoid, smoothstep } from '../pixels/scalar.ts';

const levels = 16;
const binCount = levels ** 3;

/** Half the sides of near and far windows with their weights, and the doubtful band; shares of the longer side. */
const windows = [
  { reach: 0.055, weight: 1 },
  { reach: 0.16, weight: 0.1 },
] as const;
const bandShare = 0.035;
/** Fewer sure pixels than this of either side teach a window nothing. */
const leastKnown = 60;

/**
 * Mends a belief "is the person" along its border by what colours the person and the ground have right there, which a
 * network that looks at 256 x 256 pixels cannot see: the crown of a hat, a shoulder before a flag. Each window of a grid
 * learns both colour histograms from what is surely one or the other; the more they differ, the more they count
 * (localised classifiers of Bai et al., "Video SnapCut", SIGGRAPH 2009).
 *
 * @param belief 0..1 a pixel
 * @returns a new belief, changed only within 3.5% of the longer side from the border
 */
export function refineByLocalColours(belief: Plane, image: RgbImage): Plane {
  const { width, height } = image;
  const long = Math.max(width, height);
  const band = long * bandShare;
  const within = insideDistance(belief, image, 0.5);
  const beyond = insideDistance(
    belief.map((value) => 1 - value),
    image,
    0.5,
  );
  const evidence = new Float32Array(belief.length);
  const weights = new Float32Array(belief.length);
  for (const { reach, weight } of windows) {
    const step = Math.max(8, Math.round(long * reach));
    for (let cy = 0; cy < height + step; cy += step)
      for (let cx = 0; cx < width + step; cx += step) {
        const window = {
          left: Math.max(0, cx - step),
          right: Math.min(width, cx + step),
          top: Math.max(0, cy - step),
          bottom: Math.min(height, cy + step),
        };
        const model = learn(image, within, beyond, band, window);
        if (!model) continue;
        for (let y = window.top; y < window.bottom; y++)
          for (let x = window.left; x < window.right; x++) {
            const i = y * width + x;
            if (within[i]! > band || beyond[i]! > band) continue;
            // A tent over the window: neighbouring windows fade into each other.
            const share = weight * (1 - Math.abs(x - cx) / step) * (1 - Math.abs(y - cy) / step);
            evidence[i]! += share * model[binOf(image.data, i)]!;
            weights[i]! += share;
          }
      }
  }
  return belief.map((value, i) => {
    if (weights[i]! < 1e-3) return value;
    const prior = clamp(value, 0.02, 0.98);
    const further = 1 - smoothstep(0.6, 1, Math.max(within[i]!, beyond[i]!) / band);
    const logit = Math.log(prior / (1 - prior));
    return value + further * (sigmoid(0.6 * logit + evidence[i]! / weights[i]!) - value);
  });
}

type Window = { left: number; right: number; top: number; bottom: number };

const binOf = (data: Uint8Array, i: number): number =>
  ((data[i * 3]! >> 4) * levels + (data[i * 3 + 1]! >> 4)) * levels + (data[i * 3 + 2]! >> 4);

/** Log-likelihood ratio person : ground of each colour bin, scaled by how far both can be told apart. */
function learn(image: RgbImage, within: Plane, beyond: Plane, band: number, window: Window): Float32Array | undefined {
  const person = new Float32Array(binCount);
  const ground = new Float32Array(binCount);
  const known = [0, 0];
  let doubtful = false;
  for (let y = window.top; y < window.bottom; y++)
    for (let x = window.left; x < window.right; x++) {
      const i = y * image.width + x;
      // The person's side of the border is the safer one: networks cut off more than they add.
      if (within[i]! > band * 0.35) {
        person[binOf(image.data, i)]! += 1;
        known[0]! += 1;
      } else if (beyond[i]! > band) {
        ground[binOf(image.data, i)]! += 1;
        known[1]! += 1;
      } else doubtful = true;
    }
  if (!doubtful || known[0]! < leastKnown || known[1]! < leastKnown) return undefined;
  const [p, g] = [smoothed(person), smoothed(ground)];
  const alike = p.reduce((sum, value, bin) => sum + Math.sqrt(value * g[bin]!), 0);
  const trust = 1 - smoothstep(0.25, 0.75, alike);
  if (trust === 0) return undefined;
  const floor = 0.02 / 64;
  return p.map((value, bin) => trust * clamp(Math.log((value + floor) / (g[bin]! + floor)), -4, 4));
}

/** Smooths with 1-2-1 along each axis and scales to sum 1. */
function smoothed(histogram: Float32Array): Float32Array {
  let out = histogram;
  for (const step of [1, levels, levels * levels]) {
    const from = out;
    out = from.map((value, bin) => {
      const along = Math.floor(bin / step) % levels;
      const before = along > 0 ? from[bin - step]! : value;
      const after = along < levels - 1 ? from[bin + step]! : value;
      return 0.25 * before + 0.5 * value + 0.25 * after;
    });
  }
  const sum = out.reduce((total, value) => total + value, 0);
  return out.map((value) => value / sum);
}
