import type { RgbImage } from '@styling/imaging';
import type { SeenParts } from '../parts/see-parts.ts';
import { boxBlur } from '../pixels/box-blur.ts';
import { type OklabPlanes, oklabPlanes } from '../pixels/colour.ts';
import { guidedFilter } from '../pixels/guided-filter.ts';
import { maskOf, type Plane, type Rgb, type Size, union } from '../pixels/plane.ts';
import { fillPolygon } from '../pixels/polygon.ts';
import { armsOfHands } from './arms-of-hands.ts';
import { bareLimbs } from './bare-limbs.ts';
import { bareNeck } from './bare-neck.ts';
import { type BodyFrame, bodyFrame } from './body-frame.ts';
import { closeSleeves } from './close-sleeves.ts';
import { clothInHair } from './cloth-in-hair.ts';
import { collarNotHair } from './collar-not-hair.ts';
import { colourBins, colourBinsOf, smoothHistogram } from './colour-histogram.ts';
import type { Person } from './find-person.ts';
import { hairOverCloth } from './hair-over-cloth.ts';
import { handMask } from './hand-mask.ts';
import { headMask } from './head-mask.ts';
import { type HeldThings, heldThings } from './held-things.ts';
import { gripOf } from './in-hands.ts';
import { label, labelCount } from './labels.ts';
import { type Evidence, regionPriors, seedLabels } from './region-priors.ts';
import { weighByClasses } from './segment-classes.ts';
import { hueOfSkin } from './skin-hue.ts';
import { skinHistogram } from './skin-model.ts';
import { skinOfArms } from './skin-of-hands.ts';
import { splitAtWaist } from './split-at-waist.ts';
import { spreadThighs } from './spread-thighs.ts';
import { supposedHands } from './supposed-hands.ts';
import { thinOnNeck } from './thin-on-neck.ts';
import { tidyLabels } from './tidy-labels.ts';
import { weighByParts } from './weigh-by-parts.ts';

/** The labelled pixels of a person. */
export type ParsedPerson = {
  frame: BodyFrame;
  /** One of {@link label} a pixel. */
  labels: Uint8Array;
  oklab: OklabPlanes;
  /** 1 inside the face outline. */
  face: Plane;
  /** 1 on the head and what is worn on it. */
  head: Plane;
  /** 1 on seen hands, also where one is only supposed to be. */
  hands: Plane;
  /** 0..1 on hands that the hand network found, exactly. */
  found: Plane;
  /** Things held before the clothes. */
  held: HeldThings;
  /** > 1 where the colour is typical of this person's skin. */
  skinLike: Plane;
  /** What the classifier of parts saw round the head; none where an operator's network told skin from cloth. */
  parts?: SeenParts | undefined;
  /** Whether an operator's network told skin from cloth. */
  classified?: boolean;
};

type Colours = (Float32Array | undefined)[];

/** How far a pixel is like skin by its hue alone, and from where it may be a hand's. */
const inOtherLight = 0.6;
const likeSkin = 0.4;
/** Number of rounds of learning colours: from the seeds, then from the beliefs of the previous round. */
const rounds = 3;
/** Minimum number of pixels, of the sampled quarter, to learn colours from. */
const leastKnown = 8;
/** Colour may overrule place, but not completely. */
const colourPower = 0.8;

/**
 * Labels a person's pixels as hair, skin, top, bottom and shoes from a prior, which positions on the body (from the
 * pose) and the classifier of parts give, times colour likelihoods (histograms learnt from this picture), in three rounds of expectation
 * maximisation, the last one aligned to the picture's edges by a guided filter. Similar to GrabCut (Rother et
 * al. 2004) with a body prior in the place of the user's strokes.
 */
export function parsePerson(image: RgbImage, rgb: Rgb, matte: Plane, person: Person): ParsedPerson {
  const frame = bodyFrame(person, image);
  const oklab = oklabPlanes(image.data);
  const bins = colourBinsOf(oklab);
  const face = new Float32Array(matte.length);
  if (frame.faceOval.length > 0) fillPolygon(frame.faceOval, image, face);
  const skin = skinHistogram(oklab, frame.faceOval.length > 0 ? face : undefined);
  const skinLike = new Float32Array(bins.length);
  const hasHueOfSkin = hueOfSkin(oklab, face);
  const skinAt = (i: number) => Math.max((skin[bins[i]!]! * colourBins) / 40, hasHueOfSkin(i) ? inOtherLight : 0);
  for (let i = 0; i < bins.length; i++) if (matte[i]! > 0) skinLike[i] = skinAt(i);
  const { mask: found, arms } = handMask(person.hands, rgb, image, (i) => skinAt(i) > likeSkin);
  const seenHands = person.hands.filter(({ arm }) => arms.includes(arm));
  const supposed = supposedHands(frame, image, arms);
  const hands = union(supposed.mask, found);
  const head = headMask(frame, matte, image);
  const armSkin = skinOfArms(skin, found, bins);
  const limbs = bareLimbs(frame, image, {
    lightness: oklab.lightness,
    bins,
    skin: armSkin,
    seenHands: armSkin !== skin,
    hasHueOfSkin,
    matte,
    parts: person.parts,
  });
  const evidence: Evidence = { frame, size: image, matte, face, head, hands, skinLike, limbs };
  const priors = regionPriors(evidence);
  const seeds = seedLabels(evidence, priors);
  if (person.classes) weighByClasses(person.classes, image, priors, seeds);
  if (person.parts) weighByParts(person.parts, evidence, priors, seeds);
  const beliefs = believe(priors, bins, learnOverRounds(image, bins, priors, skin, seeds));
  const radius = Math.max(3, Math.round(Math.max(image.width, image.height) / 180));
  smooth(beliefs, guidedFilter(rgb, image, radius, 4e-4));
  const tidied = tidyLabels(mostLikely(beliefs, matte), beliefs, evidence);
  bareNeck(tidied, { face, skinLike, bins, oklab, frame, size: image });
  thinOnNeck(tidied, frame, image);
  hairOverCloth({ labels: tidied, face, hands, frame, lightness: oklab.lightness, bins, parts: person.parts }, image);
  clothInHair(tidied, oklab, bins, frame, image);
  collarNotHair(tidied, oklab, frame, image);
  armsOfHands(tidied, found, bins, frame, image);
  const labels = splitAtWaist(tidied, { bins, oklab, found }, frame, image);
  spreadThighs(labels, bins, frame, image);
  closeSleeves(labels, frame, image);
  for (let i = 0; i < labels.length; i++) if (found[i]! > 0.5 && face[i]! < 0.5) labels[i] = label.skin;
  const grips = [...seenHands.map(gripOf), ...supposed.grips];
  const bare = found.slice();
  for (let i = 0; i < bare.length; i++)
    if (labels[i] === label.skin && skinLike[i]! > likeSkin) bare[i] = Math.max(bare[i]!, supposed.mask[i]!);
  const held = heldThings(frame, labels, oklab, bins, image, skinLike, grips, bare);
  const { parts, classes } = person;
  return { frame, labels, oklab, face, head, hands, found, skinLike, held, parts, classified: classes !== undefined };
}

/** Learns the colours of the labels on every other pixel of every other row: a quarter tells a histogram as much. */
function learnOverRounds(
  image: Size,
  bins: Uint16Array,
  priors: readonly Plane[],
  skin: Float32Array,
  seeds: Uint8Array,
): Colours {
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
  const radius = Math.round((Math.max(3, Math.round(Math.max(image.width, image.height) / 180)) + 1) / 2);
  for (let round = 1; round < rounds; round++) {
    const beliefs = believe(somePriors, someBins, colours);
    smooth(beliefs, (plane) => boxBlur(plane, size, radius));
    colours = learnColours(someBins, skin, beliefs);
  }
  return colours;
}

/** A colour histogram a label (undefined for labels hardly seen), from sure labels or from beliefs. */
function learnColours(bins: Uint16Array, skin: Float32Array, known: Uint8Array | Plane[]): Colours {
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
function believe(priors: readonly Plane[], bins: Uint16Array, colours: Colours): Plane[] {
  const uniform = 1 / colourBins;
  const likelihoods = colours.map((histogram, k) => {
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

function mostLikely(beliefs: readonly Plane[], matte: Plane): Uint8Array {
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
