import type { RgbImage } from '@styling/imaging';
import { boxBlur } from '../pixels/box-blur.ts';
import { type OklabPlanes, oklabPlanes } from '../pixels/colour.ts';
import { guidedFilter } from '../pixels/guided-filter.ts';
import type { Plane, Rgb, Size } from '../pixels/plane.ts';
import { fillPolygon } from '../pixels/polygon.ts';
import { type BodyFrame, bodyFrame } from './body-frame.ts';
import { colourBins, colourBinsOf, smoothHistogram } from './colour-histogram.ts';
import type { Person } from './find-person.ts';
import { handMask } from './hand-mask.ts';
import { type HeldThings, heldThings } from './held-things.ts';
import { label, labelCount } from './labels.ts';
import { followHair } from './long-hair.ts';
import { type Evidence, regionPriors, seedLabels } from './region-priors.ts';
import { weighByClasses } from './segment-classes.ts';
import { skinHistogram } from './skin-model.ts';
import { splitAtWaist } from './split-at-waist.ts';
import { tidyLabels } from './tidy-labels.ts';

/** A person's pixels sorted by what they show. */
export type ParsedPerson = {
  frame: BodyFrame;
  /** One of {@link label} a pixel. */
  labels: Uint8Array;
  oklab: OklabPlanes;
  /** 1 inside the face outline. */
  face: Plane;
  /** 1 on seen hands. */
  hands: Plane;
  /** Things held before the clothes. */
  held: HeldThings;
  /** > 1 where the colour is typical of this person's skin. */
  skinLike: Plane;
};

const rounds = 3;
/** Colour may overrule place, but not completely. */
const colourPower = 0.8;

/**
 * Sorts a person into hair, skin, top, bottom and shoes without a network of its own: where things are on a body (from
 * the pose) times what colours they have (histograms learnt on this very picture), in three rounds of expectation and
 * maximisation, the last one aligned to the picture's edges by a guided filter. In the manner of GrabCut (Rother et
 * al. 2004) with a body prior in the place of the user's strokes.
 */
export function parsePerson(image: RgbImage, rgb: Rgb, matte: Plane, person: Person): ParsedPerson {
  const frame = bodyFrame(person, image);
  const oklab = oklabPlanes(image.data);
  const bins = colourBinsOf(oklab);
  const face = new Float32Array(matte.length);
  if (frame.faceOval.length > 0) fillPolygon(frame.faceOval, image, face);
  const skin = skinHistogram(oklab, frame.faceOval.length > 0 ? face : undefined);
  const skinLike = Float32Array.from(bins, (bin) => (skin[bin]! * colourBins) / 40);
  const hands = handMask(frame, image);
  const evidence: Evidence = { frame, size: image, matte, face, hands, skinLike };
  const priors = regionPriors(evidence);
  const seeds = seedLabels(evidence, priors);
  if (person.classes) weighByClasses(person.classes, image, priors, seeds);
  let beliefs: Plane[] = [];
  for (let round = 0; round < rounds; round++) {
    const colours = learnColours(bins, skin, round === 0 ? seeds : beliefs);
    beliefs = believe(priors, bins, colours);
    smooth(beliefs, rgb, image, round === rounds - 1);
  }
  const tidied = tidyLabels(mostLikely(beliefs, matte), beliefs, evidence);
  const kept = face.map((value, i) => Math.max(value, hands[i]!));
  const labels = splitAtWaist(followHair(tidied, bins, matte, kept, frame, image), bins, frame, image);
  return { frame, labels, oklab, face, hands, skinLike, held: heldThings(frame, labels, oklab, bins, image) };
}

/** A colour histogram a label (undefined for labels hardly seen), from sure labels or from beliefs. */
function learnColours(
  bins: Uint16Array,
  skin: Float32Array,
  known: Uint8Array | Plane[],
): (Float32Array | undefined)[] {
  const histograms = Array.from({ length: labelCount }, () => new Float32Array(colourBins));
  const counts = new Float64Array(labelCount);
  for (let i = 0; i < bins.length; i++) {
    for (let k = 1; k < labelCount; k++) {
      const weight = known instanceof Uint8Array ? (known[i] === k ? 1 : 0) : known[k]![i]!;
      if (weight <= 0.6) continue;
      histograms[k]![bins[i]!]! += weight;
      counts[k]! += weight;
    }
  }
  return histograms.map((histogram, k) => {
    smoothHistogram(histogram);
    // The face is the better witness of skin: it stays in the mixture.
    if (k === label.skin) return known instanceof Uint8Array ? skin : skin.map((s, b) => 0.6 * s + 0.4 * histogram[b]!);
    return counts[k]! > 30 ? histogram : undefined;
  });
}

/** Posterior of each label at each pixel: prior x colour likelihood, scaled to sum 1. */
function believe(priors: readonly Plane[], bins: Uint16Array, colours: readonly (Float32Array | undefined)[]): Plane[] {
  const uniform = 1 / colourBins;
  const likelihoods = colours.map((histogram, k) => {
    if (k === label.background) return new Float32Array(colourBins).fill((uniform * 60) ** colourPower);
    return Float32Array.from({ length: colourBins }, (_, b) => ((histogram?.[b] ?? 0) + uniform * 0.6) ** colourPower);
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

function smooth(beliefs: Plane[], rgb: Rgb, size: Size, last: boolean): void {
  const radius = Math.max(3, Math.round(Math.max(size.width, size.height) / 180));
  const filter = last ? guidedFilter(rgb, size, radius, 4e-4) : (plane: Plane) => boxBlur(plane, size, radius + 1);
  for (let k = 1; k < labelCount; k++) if (beliefs[k]!.some((value) => value > 0.01)) beliefs[k] = filter(beliefs[k]!);
}

function mostLikely(beliefs: readonly Plane[], matte: Plane): Uint8Array {
  return Uint8Array.from(matte, (a, i) => {
    let best: number = label.background;
    let most = 1 - a;
    for (let k = 1; k < labelCount; k++) {
      const value = beliefs[k]![i]! * a;
      if (value > most) [best, most] = [k, value];
    }
    return best;
  });
}
