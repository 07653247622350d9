import type { RgbImage } from '@styling/imaging';
import type { SeenParts } from '../parts/see-parts.ts';
import { type OklabPlanes, oklabOf } from '../pixels/colour.ts';
import { type Plane, type Rgb, union } from '../pixels/plane.ts';
import { fillPolygon } from '../pixels/polygon.ts';
import { medianWhere } from '../pixels/statistics.ts';
import { type BodyFrame, bodyFrame } from './body-frame.ts';
import { closeWrists } from './close-wrists.ts';
import { colourBins, colourBinsIn } from './colour-histogram.ts';
import { completeHands } from './complete-hands.ts';
import type { Person } from './find-person.ts';
import { handMask } from './hand-mask.ts';
import { headMask } from './head-mask.ts';
import { type HeldThings, heldThings } from './held-things.ts';
import { gripOf } from './in-hands.ts';
import { labelSmaller } from './label-smaller.ts';
import { label } from './labels.ts';
import { hueOfSkin } from './skin-hue.ts';
import { skinHistogram } from './skin-model.ts';
import { skinOfArms } from './skin-of-hands.ts';
import { supposedHands } from './supposed-hands.ts';

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

/** How far a pixel is like skin by its hue alone, and from where it may be a hand's. */
const inOtherLight = 0.6;
const likeSkin = 0.4;

/**
 * Tells hair, skin and garments apart, and finds hands and what they hold.
 *
 * @param coarse whether a copy of half the size is labelled, whatever the picture's size
 */
export function parsePerson(image: RgbImage, rgb: Rgb, matte: Plane, person: Person, coarse: boolean): ParsedPerson {
  const frame = bodyFrame(person, image);
  const oklab = oklabOf(image);
  const bins = colourBinsIn(image);
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
  const planes = { rgb, oklab, matte, face, head, hands, found, skinLike };
  const armSkin = skinOfArms(skin, found, bins);
  const labels = labelSmaller({ person, frame, size: image, planes, bins, hasHueOfSkin, skin, armSkin }, coarse);
  for (let i = 0; i < labels.length; i++) if (found[i]! > 0.5 && face[i]! < 0.5) labels[i] = label.skin;
  closeWrists(labels, seenHands, image);
  if (seenHands.length > 0) {
    const lit = medianWhere(oklab.lightness, (i) => found[i]! > 0.9);
    // Dark cloth that is seen between fingers is not skin, whatever its label; skin in the light has hardly any colour.
    const isSkin = (i: number) =>
      labels[i] === label.skin && face[i]! < 0.5 && (skinLike[i]! > likeSkin || oklab.lightness[i]! > lit);
    completeHands(found, seenHands, isSkin, image);
  }
  const grips = [...seenHands.map(gripOf), ...supposed.grips];
  const bare = found.slice();
  for (let i = 0; i < bare.length; i++)
    if (labels[i] === label.skin && skinLike[i]! > likeSkin) bare[i] = Math.max(bare[i]!, supposed.mask[i]!);
  const held = heldThings(frame, labels, oklab, bins, image, skinLike, grips, bare);
  const { parts, classes } = person;
  return { frame, labels, oklab, face, head, hands, found, skinLike, held, parts, classified: classes !== undefined };
}
