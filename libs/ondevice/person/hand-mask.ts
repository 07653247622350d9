import { oklabPlanes } from '../pixels/colour.ts';
import { guidedFilter } from '../pixels/guided-filter.ts';
import { maskWhere, type Plane, type Rgb, rgbBytes, type Size, stepPlane, times } from '../pixels/plane.ts';
import { smoothstep } from '../pixels/scalar.ts';
import { mean } from '../pixels/statistics.ts';
import { boxAround, cropped, type Window } from '../pixels/window.ts';
import { colourBins, colourBinsOf, smoothHistogram } from './colour-histogram.ts';
import type { Hand } from './find-hands.ts';
import { type HandShape, handShape } from './hand-shape.ts';

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
    const shape = handShape(points);
    const window = boxAround(points, room * shape.palm, size);
    if (!window) continue;
    const { at } = window;
    const own = maskIn(window, shape, rgb, mayBeSkin);
    const skin = maskWhere(own.length, (i) => own[i]! > 0.5 && mayBeSkin(at(i)));
    if (!(mean(skin) > leastSkin * mean(own))) continue;
    for (let i = 0; i < own.length; i++) mask[at(i)] = Math.max(mask[at(i)]!, own[i]!);
    arms.push(arm);
  }
  return { mask, arms };
}

function maskIn(window: Window, shape: HandShape, rgb: Rgb, mayBeSkin: (i: number) => boolean): Plane {
  const { left, top, size, at } = window;
  const count = size.width * size.height;
  const own = rgb.map((plane) => cropped(plane, window)) as unknown as Rgb;
  const prior = new Float32Array(count);
  const beside = new Float32Array(count);
  const known = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    const x = left + (i % size.width) + 0.5;
    const y = top + Math.floor(i / size.width) + 0.5;
    const distance = shape.relative(x, y);
    if (distance > around) continue;
    const bare = mayBeSkin(at(i)) ? 1 : smoothstep(0.5 * cuff, cuff, shape.ahead(x, y));
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
  return stepPlane(guidedFilter(own, size, radius, 1e-3)(belief), 0.3, 0.7);
}

function histogramOf(bins: Uint16Array, weights: Plane): Float32Array {
  const histogram = new Float32Array(colourBins);
  for (let i = 0; i < bins.length; i++) histogram[bins[i]!]! += weights[i]!;
  return smoothHistogram(histogram);
}
