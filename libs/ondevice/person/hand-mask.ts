import { oklabPlanes } from '../pixels/colour.ts';
import { guidedFilter } from '../pixels/guided-filter.ts';
import { maskWhere, type Plane, type Rgb, rgbBytes, type Size, stepPlane, times } from '../pixels/plane.ts';
import { smoothstep } from '../pixels/scalar.ts';
import { mean } from '../pixels/statistics.ts';
import { colourBins, colourBinsOf, smoothHistogram } from './colour-histogram.ts';
import type { Hand } from './find-hands.ts';
import { handShape } from './hand-shape.ts';

/** Relative distances from the bones: up to which it is hand, from which it is none, and to which its surroundings are looked at. */
const [within, without, around] = [0.7, 1.5, 3.5];
/** Room round the points for that, in palm lengths. */
const room = 0.45;
/** How sure the outline is at most: fingers bend in ways that the points do not show. */
const surest = 0.93;
/** How much of the palm a cuff may cover: there only skin is the hand. */
const cuff = 0.6;
/** Rounds of learning the colours, as in GrabCut (Rother et al. 2004). */
const rounds = 3;
/** Share of a hand that is like the person's skin: the rest may be rings, nails, or in another light. */
const leastSkin = 0.3;
/** Probability of colours that were never seen, against those that are all alike. */
const unseen = 0.2 / colourBins;

/**
 * How much of each pixel is a hand that the network found, 0..1, and the arms whose hands are in it. The outline of fingers and palm decides
 * far from its edge; near that also the colours, hand against surroundings as histograms (Bayes' rule), and the edge is the photograph's. What
 * is hardly anywhere of a colour that `mayBeSkin` is no hand.
 */
export function handMask(
  hands: readonly Hand[],
  rgb: Rgb,
  size: Size,
  mayBeSkin: (i: number) => boolean,
): { mask: Plane; arms: number[] } {
  const mask = new Float32Array(size.width * size.height);
  const arms: number[] = [];
  for (const { arm, points } of hands) {
    const window = windowRound(points, size);
    const own = maskIn(window, points, rgb, size, mayBeSkin);
    const at = (i: number) => indexIn(window, i, size);
    const skin = maskWhere(own.length, (i) => own[i]! > 0.5 && mayBeSkin(at(i)));
    if (!(mean(skin) > leastSkin * mean(own))) continue;
    for (let i = 0; i < own.length; i++) mask[at(i)] = Math.max(mask[at(i)]!, own[i]!);
    arms.push(arm);
  }
  return { mask, arms };
}

function maskIn(
  window: Window,
  points: Hand['points'],
  rgb: Rgb,
  size: Size,
  mayBeSkin: (i: number) => boolean,
): Plane {
  const shape = handShape(points);
  const count = window.width * window.height;
  const own = rgb.map((plane) => cut(plane, size, window)) as unknown as Rgb;
  const prior = new Float32Array(count);
  const beside = new Float32Array(count);
  const known = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    const x = window.left + (i % window.width) + 0.5;
    const y = window.top + Math.floor(i / window.width) + 0.5;
    const distance = shape.relative(x, y);
    if (distance > around) continue;
    const bare = mayBeSkin(indexIn(window, i, size)) ? 1 : smoothstep(0.5 * cuff, cuff, shape.ahead(x, y));
    prior[i] = surest * bare * (1 - smoothstep(within, without, distance));
    beside[i] = distance > without ? 1 : 0;
    known[i] = distance < within ? bare : 0;
  }
  const bins = colourBinsOf(oklabPlanes(rgbBytes(own)));
  const outside = histogramOf(bins, beside);
  const belief = known.slice();
  for (let round = 0; round < rounds; round++) {
    const inside = histogramOf(bins, times(belief, known));
    for (let i = 0; i < count; i++) {
      const hand = prior[i]! * (inside[bins[i]!]! + unseen);
      belief[i] = hand === 0 ? 0 : hand / (hand + (1 - prior[i]!) * (outside[bins[i]!]! + unseen));
    }
  }
  const radius = Math.max(2, Math.round(shape.palm / 14));
  return stepPlane(guidedFilter(own, window, radius, 1e-3)(belief), 0.3, 0.7);
}

type Window = Size & { left: number; top: number };

/** The pixel of the picture that is the `i`th one of a window. */
const indexIn = ({ left, top, width }: Window, i: number, size: Size): number =>
  (top + Math.floor(i / width)) * size.width + left + (i % width);

/** The part of the picture that holds the points and the surroundings that are looked at. */
function windowRound(points: Hand['points'], { width, height }: Size): Window {
  const margin = room * handShape(points).palm;
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const left = Math.max(0, Math.floor(Math.min(...xs) - margin));
  const top = Math.max(0, Math.floor(Math.min(...ys) - margin));
  const right = Math.min(width, Math.ceil(Math.max(...xs) + margin));
  const bottom = Math.min(height, Math.ceil(Math.max(...ys) + margin));
  return { left, top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}

function cut(plane: Plane, size: Size, { left, top, width, height }: Window): Plane {
  const out = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    const from = (top + y) * size.width + left;
    out.set(plane.subarray(from, from + width), y * width);
  }
  return out;
}

function histogramOf(bins: Uint16Array, weights: Plane): Float32Array {
  const histogram = new Float32Array(colourBins);
  for (let i = 0; i < bins.length; i++) histogram[bins[i]!]! += weights[i]!;
  return smoothHistogram(histogram);
}
