import { boxBlur } from '../pixels/box-blur.ts';
import { connectedComponents } from '../pixels/components.ts';
import { maskOf, type Plane, type Size } from '../pixels/plane.ts';
import { distanceToSegment, midpoint } from '../pixels/points.ts';
import { median } from '../pixels/statistics.ts';
import { hasBeard } from './beard.ts';
import { acrossTorso, type BodyFrame, downTorso, isClose } from './body-frame.ts';
import { colourBins, smoothHistogram } from './colour-histogram.ts';
import { fallingHair } from './falling-hair.ts';
import { label } from './labels.ts';
import { labelStrands, roughness } from './strands.ts';
import { uncoverThroat } from './throat.ts';

/** Minimum posterior of hair against the person's other colours for a pixel, 0.5..1. */
const likely = 0.62;
/** Share of the trunk that has another colour than the hair, from which only that is cloth. */
const leastCloth = 0.2;
/** Minimum share of the picture of hair around the head, to know its colour. */
const leastShare = 0.002;

/** What is known before the hair is followed: opacity, what is surely no hair (face, hands, bare limbs), colour bins and OKLab lightness. */
export type BesideHair = {
  matte: Plane;
  /** > 0.5 inside the face outline. */
  face: Plane;
  kept: Plane;
  bins: Uint16Array;
  lightness: Plane;
  /** > 0.5 where the colour has the hue of the face. */
  skinLike: Plane;
  frame: BodyFrame;
  size: Size;
};

/**
 * Follows hair down from the head, in place: the prior knows where heads are, but not how long the hair is. Where hair falls
 * past the jaw, it grows from pixel to neighbour while the colour matches hair better than clothes or skin (a Bayes test on
 * colour histograms, region growing as in Adams and Bischof 1994); on the other sides it ends above the collar.
 */
export function followHair(labels: Uint8Array, person: BesideHair): Uint8Array {
  const { matte, kept, skinLike, frame, size } = person;
  const falls = fallingHair(frame, labels, person);
  const { centre, width, height } = frame.head;
  // In a portrait without a chest, what falls on one side of a turned head falls on the other too.
  const close = isClose(frame, size);
  const bearded = hasBeard(person.face, person.lightness, frame.head, size);
  const mayBe = (i: number) => {
    const x = i % size.width;
    const below = ((i - x) / size.width - centre[1]) / height;
    const aside = Math.abs(x - centre[0]) / width;
    // A nape, and a beard.
    if (below < 0.1 || (below < 0.35 && aside < 0.75) || (bearded && below < 1 && aside < 0.4)) return true;
    return (close && (falls.left || falls.right)) || (x < centre[0] ? falls.left : falls.right);
  };
  // The shadow of the chin has the hue of skin, a beard has not.
  const underChin = (i: number) => {
    const x = i % size.width;
    return (i - x) / size.width > frame.head.chin[1] && Math.abs(x - centre[0]) / width < 0.4;
  };
  for (const i of falls.seen) labels[i] = label.hair;
  for (let i = 0; i < labels.length; i++) if (labels[i] === label.hair && !mayBe(i)) labels[i] = label.top;
  uncoverThroat(labels, skinLike, frame, size);
  const rough = roughness(person.lightness, size);
  if (falls.left || falls.right) labelStrands(labels, person.lightness, kept, frame, size, mayBe);
  const hairy = likelihoodOfHair(labels, rough, person);
  if (!hairy) return labels;
  const open: number[] = [];
  for (let i = 0; i < labels.length; i++) if (labels[i] === label.hair) open.push(i);
  const low = frame.neck[1] + frame.torsoLength * 1.1;
  const forearms = frame.arms.filter(({ elbowSeen }) => elbowSeen);
  const onForearm = (i: number) => {
    const x = i % size.width;
    const y = (i - x) / size.width;
    return forearms.some(
      ({ shoulder, elbow, wrist }) =>
        distanceToSegment(x, y, midpoint(shoulder, elbow), elbow) < frame.shoulderWidth * 0.12 ||
        distanceToSegment(x, y, elbow, wrist) < frame.shoulderWidth * 0.12,
    );
  };
  const visit = (i: number) => {
    if (labels[i] === label.hair || matte[i]! < 0.4 || kept[i]! > 0.5 || hairy[i]! < likely) return;
    if (!mayBe(i) || onForearm(i) || (skinLike[i]! > 0.5 && underChin(i))) return;
    labels[i] = label.hair;
    open.push(i);
  };
  for (let i = open.pop(); i !== undefined; i = open.pop()) {
    const x = i % size.width;
    if (i / size.width > low) continue;
    if (x > 0) visit(i - 1);
    if (x < size.width - 1) visit(i + 1);
    if (i < labels.length - size.width) visit(i + size.width);
    if (i >= size.width) visit(i - size.width);
  }
  if (!falls.left && !falls.right) return labels;
  for (const which of [label.skin, label.top]) giveToHair(labels, (i) => labels[i] === which, kept, size, gapShare, 2);
  // Cloth does not float beside the body: such areas are the shadow side of the hair.
  giveToHair(labels, (i) => labels[i] === label.top && isBesideBody(frame, i, size), kept, size, 0.05, 0.8);
  return evenOut(labels, kept, size);
}

/** Larger areas than this share of the picture are no gap between strands. */
const gapShare = 0.006;

/**
 * Gives areas to the hair, in place, that are smaller than `most` of the picture and whose rim is hair `times` more than
 * anything else of the person: lights and shadows between strands.
 */
function giveToHair(
  labels: Uint8Array,
  inside: (i: number) => boolean,
  kept: Plane,
  size: Size,
  most: number,
  times: number,
): void {
  const areas = connectedComponents(inside, size);
  const rim = areas.sizes.map(() => ({ hair: 0, other: 0, kept: false }));
  for (let i = 0; i < labels.length; i++) {
    const area = areas.labels[i]!;
    if (area === 0) continue;
    const edge = rim[area]!;
    if (kept[i]! > 0.5) edge.kept = true;
    const x = i % size.width;
    for (let side = 0; side < 4; side++) {
      if (side === 0 ? x === 0 : side === 1 && x === size.width - 1) continue;
      const j = i + (side === 0 ? -1 : side === 1 ? 1 : side === 2 ? -size.width : size.width);
      const beside = j < 0 || j >= labels.length ? label.background : labels[j]!;
      if (beside === label.background || areas.labels[j] === area) continue;
      if (beside === label.hair) edge.hair++;
      else edge.other++;
    }
  }
  const given = rim.map(
    ({ hair, other, kept: anchored }, area) =>
      area > 0 && !anchored && areas.sizes[area]! < most * labels.length && hair > times * other,
  );
  for (let i = 0; i < labels.length; i++) if (given[areas.labels[i]!]) labels[i] = label.hair;
}

/** Whether a pixel lies off the trunk, above the hips and farther from the arms than sleeves are wide. */
function isBesideBody(frame: BodyFrame, i: number, size: Size): boolean {
  const x = i % size.width;
  const y = (i - x) / size.width;
  if (Math.abs(acrossTorso(frame, x, y)) < 0.6 || downTorso(frame, x, y) > 1) return false;
  return frame.arms.every(
    ({ shoulder, elbow, wrist }) =>
      Math.min(distanceToSegment(x, y, shoulder, elbow), distanceToSegment(x, y, elbow, wrist)) >
      frame.shoulderWidth * 0.28,
  );
}

/** Rounds off the hair's border against cloth, in place: its notches are shadows. */
function evenOut(labels: Uint8Array, kept: Plane, size: Size): Uint8Array {
  const near = boxBlur(
    maskOf(labels, label.hair),
    size,
    Math.max(2, Math.round(Math.max(size.width, size.height) / 110)),
  );
  for (let i = 0; i < labels.length; i++)
    if (labels[i] === label.top && kept[i]! < 0.5 && near[i]! > 0.42) labels[i] = label.hair;
  return labels;
}

/** Posterior 0..1 of hair by colour alone against the better of clothes and skin; undefined where little hair is known. */
function likelihoodOfHair(
  labels: Uint8Array,
  rough: Plane,
  { bins, kept, frame, size }: BesideHair,
): Plane | undefined {
  const [hair, skin, cloth] = [0, 1, 2].map(() => new Float32Array(colourBins)) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  const [trunk, top]: [number[], number[]] = [[], []];
  let known = 0;
  for (let i = 0; i < labels.length; i++) {
    const which = labels[i]!;
    const bin = bins[i]!;
    if (which === label.hair) {
      hair[bin]! += 1;
      known++;
    } else if (which === label.skin && kept[i]! > 0.5) skin[bin]! += 1;
    else if (which === label.top || which === label.bottom) {
      top.push(i);
      const x = i % size.width;
      const y = (i - x) / size.width;
      const v = downTorso(frame, x, y);
      if (v > 0.1 && v < 1.2 && Math.abs(acrossTorso(frame, x, y)) < 0.4) trunk.push(i);
    }
  }
  if (known < leastShare * labels.length) return undefined;
  for (const histogram of [hair, skin]) smoothHistogram(histogram);
  // Hair over the chest is taken for cloth at first: the cloth is what differs from it, if there is enough of that.
  const other = trunk.filter((i) => hair[bins[i]!]! < 1 / colourBins);
  // A portrait without a chest shows cloth on the shoulders.
  const shoulders = trunk.length > 0 ? trunk : top.filter((i) => hair[bins[i]!]! < 1 / colourBins);
  for (const i of other.length > leastCloth * trunk.length ? other : shoulders) cloth[bins[i]!]! += 1;
  smoothHistogram(cloth);
  // A colour that is rare in the hair is its shadow, and anything black has that.
  const rare = 0.15 * hair.reduce((sum, h) => sum + h * h, 0);
  const even = 1.6 * median(rough.filter((_, i) => kept[i]! > 0.9));
  const shares = new Float32Array(bins.length);
  for (let i = 0; i < bins.length; i++) {
    const bin = bins[i]!;
    // Hair may have the colour of skin, but has strands.
    const bare = even > 0 && rough[i]! > even ? skin[bin]! * 0.25 : skin[bin]!;
    shares[i] = hair[bin]! / (hair[bin]! + Math.max(bare, cloth[bin]!) + rare);
  }
  return boxBlur(shares, size, Math.max(1, Math.round(Math.max(size.width, size.height) / 400)));
}
