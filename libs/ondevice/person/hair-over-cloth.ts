import type { SeenParts } from '../parts/see-parts.ts';
import { boxBlur } from '../pixels/box-blur.ts';
import { connectedComponents } from '../pixels/components.ts';
import { insideDistance, outsideDistance } from '../pixels/inside-distance.ts';
import { maskOf, maskWhere, type Plane, type Size } from '../pixels/plane.ts';
import { clamp } from '../pixels/scalar.ts';
import type { BodyFrame } from './body-frame.ts';
import { addPixel, isMoreHair, noPixels } from './is-more-hair.ts';
import { label } from './labels.ts';
import { learnLook, likelierOf, textureBinsOf } from './looks.ts';
import { roundNeck } from './round-neck.ts';
import { toldHair } from './told-hair.ts';

// All lengths in heights of the face, all evidence as natural logarithms.

/** Hair below the chin, in squares of the height, that is more than a nape. */
const leastFalling = 0.01;
/** From where on a top is far enough from the hair to show the look of cloth alone, at first. */
const beside = 0.1;
/** How widely evidence is averaged: a single pixel has noise. */
const averaged = 0.02;
/** A single colour that is hardly ever seen says no more than this. */
const most = 6;
/** Evidence from which something thin may be hair, whatever the classifier of parts says, and half the width of a strand or a braid. */
const likelyThin = 1;
const thin = 0.12;
/** The same with what the classifier says. */
const likely = 1.5;
/** Half of the gaps that are closed between parts of a strand, as a braid's, and evidence from which what is in them is hair. */
const gap = 0.05;
const inGap = -1;
/** Where the chin's shade makes skin look like hair: from the chin, aside in widths of the face. */
const neck = { aside: 0.6, above: 0.35, below: 0.6 } as const;
/** Where what lies round an area is looked at. */
const rim = 0.08;

/** What is known of a person: `face` and `hands` 0..1 a pixel, lightness (OKLab), the bins of colours. */
type Seen = {
  labels: Uint8Array;
  face: Plane;
  hands: Plane;
  frame: Pick<BodyFrame, 'head' | 'down'>;
  lightness: Plane;
  bins: Uint16Array;
  parts: SeenParts | undefined;
};

/**
 * Labels as hair, in place, what was taken for a top or for skin but goes on from the hair and looks like it: a braid or a lock
 * beside the body, which the classifier of parts does not resolve, and long hair far from the head, of which it is not sure.
 */
export function hairOverCloth({ labels, face, hands, frame, lightness, bins, parts }: Seen, size: Size): void {
  const hair = maskOf(labels, label.hair);
  if (!fallsBelow(hair, frame, size)) return;
  const unit = frame.head.height;
  const { width } = size;
  const nearNeck = roundNeck(frame, neck);
  const told = toldHair(parts, size);
  const mayBe = maskWhere(labels.length, (i) => {
    if (labels[i] !== label.top && labels[i] !== label.skin) return false;
    if (face[i]! > 0.5 || hands[i]! > 0.5 || told(i) === undefined) return false;
    return labels[i] === label.top || !nearNeck(i % width, Math.floor(i / width));
  });
  const textures = textureBinsOf(lightness, unit, size);
  const learn = (isKnown: (i: number) => boolean) => learnLook(isKnown, bins, textures);
  const [hairs, skin] = [learn((i) => hair[i] === 1), learn((i) => labels[i] === label.skin)];
  if (!hairs || !skin) return;
  const fromHair = outsideDistance(hair, size);
  const radius = Math.max(1, Math.round(averaged * unit));
  const share = boxBlur(mayBe, size, radius);
  /** Evidence for hair against skin and against what is cloth; 0 where there can be no hair. */
  const evidenceFor = (isCloth: (i: number) => boolean): Plane | undefined => {
    const cloth = learn((i) => labels[i] === label.top && fromHair[i]! > beside * unit && isCloth(i));
    if (!cloth) return undefined;
    const [overCloth, overSkin] = [likelierOf(hairs, cloth), likelierOf(hairs, skin)];
    const evidence = new Float32Array(labels.length);
    for (let i = 0; i < evidence.length; i++)
      if (mayBe[i] === 1)
        evidence[i] = clamp(Math.min(overCloth(bins[i]!, textures[i]!), overSkin(bins[i]!, textures[i]!)), -most, most);
    boxBlur(evidence, size, radius, evidence);
    for (let i = 0; i < evidence.length; i++) evidence[i] = mayBe[i] === 1 ? evidence[i]! / share[i]! : 0;
    return evidence;
  };
  // What was labelled as a top contains the hair that is looked for: it is left out the second time.
  const first = evidenceFor(() => true);
  const evidence = first && evidenceFor((i) => first[i]! <= likelyThin);
  if (!evidence) return;
  const narrow = narrowParts(evidence, unit, size);
  const found = maskWhere(
    labels.length,
    (i) => narrow[i] === 1 || (mayBe[i] === 1 && evidence[i]! + told(i)! > likely),
  );
  const around = closed(
    maskWhere(labels.length, (i) => hair[i] === 1 || found[i] === 1),
    gap * unit,
    size,
  );
  const isCandidate = (i: number) => mayBe[i] === 1 && (found[i] === 1 || (around[i]! > 0 && evidence[i]! > inGap));
  const areas = connectedComponents(isCandidate, size);
  const seen = areas.sizes.map(noPixels);
  const away = Math.round(rim * unit);
  for (let i = 0; i < labels.length; i++) {
    const area = areas.labels[i]!;
    if (area === 0) continue;
    addPixel(seen[area]!, evidence[i]!, found[i] === 1, told(i)!);
    for (const step of [-1, 1, -width, width]) {
      if (labels[i + step] === label.hair) seen[area]!.atHair++;
      const j = i + away * step;
      if (mayBe[j] !== 1 || areas.labels[j] === area) continue;
      seen[area]!.rim++;
      seen[area]!.around += evidence[j]!;
    }
  }
  const isHair = seen.map(isMoreHair);
  for (let i = 0; i < labels.length; i++) if (isHair[areas.labels[i]!]) labels[i] = label.hair;
}

/** Whether enough hair hangs below the chin that it may go on: the inside of a collar is as dark as short hair. */
function fallsBelow(hair: Plane, { head: { chin, height }, down }: Seen['frame'], { width }: Size): boolean {
  let below = 0;
  for (let i = 0; i < hair.length; i++) {
    if (hair[i] === 0) continue;
    const x = i % width;
    if ((x - chin[0]) * down[0] + ((i - x) / width - chin[1]) * down[1] > 0) below++;
  }
  return below > leastFalling * height ** 2;
}

/** 1 where likely hair is no wider than a braid (what morphological opening takes away): wide areas of that colour are rather cloth. */
function narrowParts(evidence: Plane, unit: number, size: Size): Plane {
  const all = maskWhere(evidence.length, (i) => evidence[i]! > likelyThin);
  const within = closed(all, gap * unit, size);
  const fromCore = outsideDistance(
    maskWhere(all.length, (i) => within[i]! > thin * unit),
    size,
  );
  return maskWhere(all.length, (i) => all[i] === 1 && fromCore[i]! > thin * unit);
}

/** Distance to the outside of a mask whose gaps up to twice `radius` are closed; 0 there. */
function closed(mask: Plane, radius: number, size: Size): Plane {
  const beyond = outsideDistance(mask, size);
  const within = insideDistance(
    maskWhere(mask.length, (i) => beyond[i]! <= radius),
    size,
  );
  for (let i = 0; i < within.length; i++) within[i] = Math.max(0, within[i]! - radius);
  return within;
}
