import type { RgbImage } from '@styling/imaging';
import { insideDistance, outsideDistance } from '../pixels/inside-distance.ts';
import type { Plane } from '../pixels/plane.ts';
import { clamp, sigmoid, smoothstep } from '../pixels/scalar.ts';
import { side, sortSides } from './sides-of-border.ts';

const levels = 16;
const binCount = levels ** 3;

/** Half the sides of near and far windows with their weights, and the doubtful band; shares of the longer side. */
const windows = [
  { reach: 0.055, weight: 1 },
  { reach: 0.16, weight: 0.1 },
] as const;
/** Of the tents of all windows over a pixel. */
const totalWeight = windows[0].weight + windows[1].weight;
const bandShare = 0.035;
/** Minimum number of certain pixels of either side for a window to learn from. */
const leastKnown = 60;
/** Weight of the network's own belief, as log odds, beside the colours. */
const trustInBelief = 0.8;

/** `alike`: how far the colours of person and ground are the same round a pixel, 0..1; 1 too where nothing was learnt. */
export type Refined = { belief: Plane; alike: Plane };

/**
 * Corrects a belief "is the person" along its border by the local colours of person and background, which a network with
 * 256 x 256 pixels cannot resolve: the crown of a hat, a shoulder before a flag. Each window of a grid learns both colour
 * histograms from certain pixels; the more they differ, the higher their weight
 * (localised classifiers of Bai et al., "Video SnapCut", SIGGRAPH 2009).
 *
 * @param belief 0..1 a pixel
 * @returns a new belief, changed only within 3.5% of the longer side from the border
 */
export function refineByLocalColours(belief: Plane, image: RgbImage): Refined {
  const { width, height } = image;
  const long = Math.max(width, height);
  const band = long * bandShare;
  const within = insideDistance(belief, image, 0.5);
  const beyond = outsideDistance(belief, image, 0.5);
  const bins = new Uint16Array(belief.length);
  for (let i = 0; i < bins.length; i++) bins[i] = binOf(image.data, i);
  const sides = sortSides(within, beyond, band);
  const evidence = new Float32Array(belief.length);
  const weights = new Float32Array(belief.length);
  const alike = new Float32Array(belief.length).fill(1);
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
        const learnt = learn(bins, sides, width, window);
        if (!learnt) continue;
        const apart = (1 - learnt.alike) / totalWeight;
        for (let y = window.top; y < window.bottom; y++)
          for (let x = window.left; x < window.right; x++) {
            const i = y * width + x;
            if (!(sides[i]! & side.near)) continue;
            // A tent over the window: neighbouring windows fade into each other.
            const share = weight * (1 - Math.abs(x - cx) / step) * (1 - Math.abs(y - cy) / step);
            evidence[i]! += share * learnt.evidence[bins[i]!]!;
            weights[i]! += share;
            alike[i]! -= share * apart;
          }
      }
  }
  const out = belief.slice();
  for (let i = 0; i < out.length; i++) {
    if (weights[i]! < 1e-3) continue;
    const prior = clamp(out[i]!, 0.02, 0.98);
    const further = 1 - smoothstep(0.6, 1, Math.max(within[i]!, beyond[i]!) / band);
    const logit = Math.log(prior / (1 - prior));
    out[i]! += further * (sigmoid(trustInBelief * logit + evidence[i]! / weights[i]!) - out[i]!);
  }
  return { belief: out, alike };
}

type Window = { left: number; right: number; top: number; bottom: number };

const binOf = (data: Uint8Array, i: number): number =>
  ((data[i * 3]! >> 4) * levels + (data[i * 3 + 1]! >> 4)) * levels + (data[i * 3 + 2]! >> 4);

/** How many pixels of a window are certainly the person, certainly the ground, and how many a look at their colours can decide. */
function countSides(sides: Uint8Array, width: number, { left, right, top, bottom }: Window): [number, number, number] {
  let [persons, grounds, open] = [0, 0, 0];
  for (let y = top; y < bottom; y++)
    for (let i = y * width + left; i < y * width + right; i++) {
      const which = sides[i]!;
      if (which & side.person) persons++;
      else if (which & side.ground) grounds++;
      if (which & side.near && !(which & side.person)) open++;
    }
  return [persons, grounds, open];
}

/** What a window shows: `evidence`, the log-likelihood ratio person : ground of each bin, scaled by how far both can be told apart. */
type Learnt = { evidence: Float32Array; alike: number };

function learn(bins: Uint16Array, sides: Uint8Array, width: number, window: Window): Learnt | undefined {
  const [persons, grounds, open] = countSides(sides, width, window);
  if (open === 0 || persons < leastKnown || grounds < leastKnown) return undefined;
  const person = new Float32Array(binCount);
  const ground = new Float32Array(binCount);
  for (let y = window.top; y < window.bottom; y++)
    for (let x = window.left; x < window.right; x++) {
      const i = y * width + x;
      const which = sides[i]!;
      if (which & side.person) person[bins[i]!]! += 1;
      else if (which & side.ground) ground[bins[i]!]! += 1;
    }
  const [p, g] = [smoothed(person), smoothed(ground)];
  let alike = 0;
  for (let bin = 0; bin < binCount; bin++) alike += Math.sqrt(p[bin]! * g[bin]!);
  const trust = 1 - smoothstep(0.25, 0.75, alike);
  if (trust === 0) return undefined;
  const floor = 0.02 / 64;
  for (let bin = 0; bin < binCount; bin++)
    p[bin] = trust * clamp(Math.log((p[bin]! + floor) / (g[bin]! + floor)), -4, 4);
  return { evidence: p, alike };
}

/** Smooths with 1-2-1 along each axis and scales to sum 1. */
function smoothed(histogram: Float32Array): Float32Array {
  let out = histogram;
  for (const step of [1, levels, levels * levels]) {
    const from = out;
    out = new Float32Array(binCount);
    // The bins of one line along the axis begin at `start` and lie `step` apart.
    const last = (levels - 1) * step;
    for (let line = 0; line < binCount; line += step * levels)
      for (let start = line; start < line + step; start++)
        for (let bin = start; bin <= start + last; bin += step) {
          const value = from[bin]!;
          const before = bin > start ? from[bin - step]! : value;
          const after = bin < start + last ? from[bin + step]! : value;
          out[bin] = 0.25 * before + 0.5 * value + 0.25 * after;
        }
  }
  let sum = 0;
  for (let bin = 0; bin < binCount; bin++) sum += out[bin]!;
  for (let bin = 0; bin < binCount; bin++) out[bin]! /= sum;
  return out;
}
