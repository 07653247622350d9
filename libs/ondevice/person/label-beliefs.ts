import { boxBlur } from '../pixels/box-blur.ts';
import { guidedFilter } from '../pixels/guided-filter.ts';
import { maskOf, type Plane, type Rgb, type Size } from '../pixels/plane.ts';
import { colourBins, smoothHistogram } from './colour-histogram.ts';
import { label, labelCount } from './labels.ts';

/** Number of rounds of learning colours: from the seeds, then from the beliefs of the previous round. */
const rounds = 3;
/** Minimum number of pixels, of the sampled quarter, to learn colours from. */
const leastKnown = 8;
/** Colour may overrule place, but not completely. */
const colourPower = 0.8;

/** A photograph's colours, sRGB 0..1, their bins, and the person's skin as a histogram of bins. */
type Colours = { rgb: Rgb; bins: Uint16Array; skin: Float32Array };

/**
 * How likely each pixel shows each label, 0..1, a plane a label: `priors` times the likelihood of its colour, which is learnt in this picture in
 * rounds of expectation maximisation that begin with the `seeds` (one label a pixel, 0 where none is sure). Aligned to the picture's edges.
 */
export function labelBeliefs(colours: Colours, size: Size, priors: readonly Plane[], seeds: Uint8Array): Plane[] {
  const { rgb, bins, skin } = colours;
  const beliefs = believe(priors, bins, learnOverRounds(size, bins, priors, skin, seeds));
  smooth(beliefs, guidedFilter(rgb, size, smoothing(size), 4e-4));
  return beliefs;
}

/** The most likely label of each pixel; the background where the person is less than that. */
export function mostLikely(beliefs: readonly Plane[], matte: Plane): Uint8Array {
  const labels = new Uint8Array(matte.length).fill(label.background);
  for (let i = 0; i < labels.length; i++) {
    const a = matte[i]!;
    let most = 1 - a;
    for (let k = 1; k < labelCount; k++) {
      const value = beliefs[k]![i]! * a;
      if (value <= most) continue;
      most = value;
      labels[i] = k;
    }
  }
  return labels;
}

/** Radius of what beliefs are smoothed within, in pixels. */
const smoothing = ({ width, height }: Size): number => Math.max(3, Math.round(Math.max(width, height) / 180));

/** A colour histogram a label. */
type Histograms = (Float32Array | undefined)[];

/** Learns the colours of the labels on every other pixel of every other row: a quarter tells a histogram as much. */
function learnOverRounds(
  image: Size,
  bins: Uint16Array,
  priors: readonly Plane[],
  skin: Float32Array,
  seeds: Uint8Array,
): Histograms {
  const size = { width: Math.ceil(image.width / 2), height: Math.ceil(image.height / 2) };
  const some = <T extends Plane | Uint16Array | Uint8Array>(from: T, to: T): T => {
    for (let y = 0, i = 0; y < size.height; y++)
      for (let x = 0; x < size.width; x++, i++) to[i] = from[2 * (y * image.width + x)]!;
    return to;
  };
  const count = size.width * size.height;
  const someBins = some(bins, new Uint16Array(count));
  const somePriors = priors.map((prior) => some(prior, new Float32Array(count)));
  let colours = learnColours(someBins, skin, some(seeds, new Uint8Array(count)));
  const radius = Math.round((smoothing(image) + 1) / 2);
  for (let round = 1; round < rounds; round++) {
    const beliefs = believe(somePriors, someBins, colours);
    smooth(beliefs, (plane) => boxBlur(plane, size, radius));
    colours = learnColours(someBins, skin, beliefs);
  }
  return colours;
}

/** A colour histogram a label (undefined for labels hardly seen), from sure labels or from beliefs. */
function learnColours(bins: Uint16Array, skin: Float32Array, known: Uint8Array | Plane[]): Histograms {
  const histograms = Array.from({ length: labelCount }, () => new Float32Array(colourBins));
  const counts = new Float64Array(labelCount);
  for (let k = 1; k < labelCount; k++) {
    const weights = known instanceof Uint8Array ? maskOf(known, k) : known[k]!;
    const histogram = histograms[k]!;
    for (let i = 0; i < bins.length; i++) {
      const weight = weights[i]!;
      if (weight <= 0.6) continue;
      histogram[bins[i]!]! += weight;
      counts[k]! += weight;
    }
  }
  return histograms.map((histogram, k) => {
    smoothHistogram(histogram);
    // The face is the best sample of skin: it stays in the mixture.
    if (k === label.skin) return counts[k]! > leastKnown ? skin.map((s, b) => 0.6 * s + 0.4 * histogram[b]!) : skin;
    return counts[k]! > leastKnown ? histogram : undefined;
  });
}

/** Posterior of each label at each pixel: prior x colour likelihood, scaled to sum 1. */
function believe(priors: readonly Plane[], bins: Uint16Array, histograms: Histograms): Plane[] {
  const uniform = 1 / colourBins;
  const likelihoods = histograms.map((histogram, k) => {
    if (k === label.background) return new Float32Array(colourBins).fill((uniform * 60) ** colourPower);
    const out = new Float32Array(colourBins);
    for (let b = 0; b < colourBins; b++) out[b] = ((histogram?.[b] ?? 0) + uniform * 0.6) ** colourPower;
    return out;
  });
  const beliefs = priors.map((prior) => new Float32Array(prior.length));
  const ground = priors[label.background]!;
  const values = new Float64Array(labelCount);
  for (let i = 0; i < bins.length; i++) {
    if (ground[i] === 1) {
      beliefs[label.background]![i] = 1;
      continue;
    }
    const bin = bins[i]!;
    let sum = 0;
    for (let k = 0; k < labelCount; k++) {
      values[k] = priors[k]![i]! * likelihoods[k]![bin]!;
      sum += values[k]!;
    }
    if (sum > 0) for (let k = 0; k < labelCount; k++) beliefs[k]![i] = values[k]! / sum;
  }
  return beliefs;
}

/** Filters the beliefs of every label that is believed in somewhere, in place. */
function smooth(beliefs: Plane[], filter: (plane: Plane) => Plane): void {
  for (let k = 1; k < labelCount; k++) {
    const belief = beliefs[k]!;
    let most = 0;
    for (let i = 0; i < belief.length; i++) if (belief[i]! > most) most = belief[i]!;
    if (most > 0.01) beliefs[k] = filter(belief);
  }
}
