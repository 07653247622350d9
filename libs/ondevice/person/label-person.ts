import type { OklabPlanes } from '../pixels/colour.ts';
import type { Plane, Rgb, Size } from '../pixels/plane.ts';
import { armsOfHands } from './arms-of-hands.ts';
import { bareLimbs } from './bare-limbs.ts';
import { bareNeck } from './bare-neck.ts';
import type { Evidence } from './body-evidence.ts';
import type { BodyFrame } from './body-frame.ts';
import { closeSleeves } from './close-sleeves.ts';
import { clothInHair } from './cloth-in-hair.ts';
import { collarNotHair } from './collar-not-hair.ts';
import { enclosedBottoms } from './enclosed-bottoms.ts';
import type { Person } from './find-person.ts';
import { hairOverCloth } from './hair-over-cloth.ts';
import { labelBeliefs, mostLikely } from './label-beliefs.ts';
import { regionPriors } from './region-priors.ts';
import { seedLabels } from './seed-labels.ts';
import { weighByClasses } from './segment-classes.ts';
import { splitAtWaist } from './split-at-waist.ts';
import { spreadThighs } from './spread-thighs.ts';
import { thinOnNeck } from './thin-on-neck.ts';
import { tidyLabels } from './tidy-labels.ts';
import { weighByParts } from './weigh-by-parts.ts';
import { widenBareLimbs } from './widen-bare-limbs.ts';

/** What a person is labelled from, a value a pixel; masks as in a parsed person. */
export type PlanesToLabel = {
  rgb: Rgb;
  oklab: OklabPlanes;
  matte: Plane;
  face: Plane;
  head: Plane;
  hands: Plane;
  found: Plane;
  skinLike: Plane;
};

/**
 * A person to label, in the pixels of `size`: its body, planes, bins of its colours, which pixels have the face's hue, and the colours of the
 * face's skin and the arms' as histograms.
 */
export type ToLabel = {
  person: Person;
  frame: BodyFrame;
  size: Size;
  planes: PlanesToLabel;
  bins: Uint16Array;
  hasHueOfSkin: (i: number) => boolean;
  skin: Float32Array;
  armSkin: Float32Array;
};

/**
 * Labels a person's pixels as hair, skin, top, bottom and shoes from a prior, which positions on the body (from the
 * pose) and the classifier of parts give, times colour likelihoods (histograms learnt from this picture), in three rounds of expectation
 * maximisation, the last one aligned to the picture's edges by a guided filter. Similar to GrabCut (Rother et
 * al. 2004) with a body prior in the place of the user's strokes. Then rules about hair, necks, waists and limbs correct it.
 *
 * @returns one of {@link label} a pixel
 */
export function labelPerson(seen: ToLabel): Uint8Array {
  const { frame, size, planes, bins, hasHueOfSkin, skin, armSkin } = seen;
  const { rgb, oklab, matte, face, head, hands, found, skinLike } = planes;
  const { parts, classes } = seen.person;
  const limbs = bareLimbs(frame, size, {
    lightness: oklab.lightness,
    bins,
    skin: armSkin,
    seenHands: armSkin !== skin,
    hasHueOfSkin,
    matte,
    parts,
  });
  const evidence: Evidence = { frame, size, matte, face, head, hands, skinLike, limbs };
  const priors = regionPriors(evidence);
  const seeds = seedLabels(evidence, priors);
  if (classes) weighByClasses(classes, size, priors, seeds);
  if (parts) weighByParts(parts, evidence, priors, seeds);
  const beliefs = labelBeliefs({ rgb, bins, skin }, size, priors, seeds);
  const tidied = tidyLabels(mostLikely(beliefs, matte), beliefs, evidence, parts);
  bareNeck(tidied, { face, skinLike, bins, oklab, frame, size });
  thinOnNeck(tidied, frame, size);
  hairOverCloth({ labels: tidied, face, hands, frame, lightness: oklab.lightness, bins, parts }, size);
  clothInHair(tidied, oklab, bins, frame, size);
  collarNotHair(tidied, oklab, frame, size);
  armsOfHands(tidied, found, bins, frame, size);
  widenBareLimbs(tidied, limbs, bins, size);
  const labels = splitAtWaist(tidied, { bins, oklab, found }, frame, size);
  enclosedBottoms(labels, size);
  spreadThighs(labels, bins, frame, size);
  closeSleeves(labels, frame, size);
  return labels;
}
