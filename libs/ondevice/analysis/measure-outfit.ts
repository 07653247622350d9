import type { RgbImage } from '@styling/imaging';
import type { ColourName } from '../garment/colour-names.ts';
import { seeLegs } from '../garment/see-clothes.ts';
import type { Subject } from '../garment/subject.ts';
import { measureWorn, type Worn } from '../garment/worn.ts';
import { bodyPart } from '../person/body-map.ts';
import { joint } from '../person/find-pose.ts';
import { label } from '../person/labels.ts';
import { clothDistance, oklab } from '../pixels/colour.ts';
import { maskWhere, type Plane, total } from '../pixels/plane.ts';
import { norm } from '../pixels/scalar.ts';
import { readOpenFront } from './open-front.ts';
import {
  type LegLength,
  type Neckline,
  readColours,
  type SeenColours,
  type SeenGarment,
  type SleeveLength,
} from './seen-garment.ts';

/** Minimum share of the picture for a region to be a garment. */
const leastShare = { top: 0.004, bottom: 0.012, shoes: 1e-3 } as const;

/** How much of a pixel has to be the person's: at an outline colours are mixed with the ground's, but shoes are little more than that. */
const sure = { top: 0.95, bottom: 0.95, shoes: 0.8 } as const;

/** A garment's region and colours. */
type Seen = { mask: Plane; colours: SeenColours };

/** The visible garments of a person, from the outside in and from top to bottom. */
export function measureOutfit(image: RgbImage, subject: Subject): SeenGarment[] {
  const { parsed, matte } = subject;
  const worn = measureWorn(subject);
  const see = (which: 'top' | 'bottom' | 'shoes'): Seen | undefined => {
    const mask = maskWhere(matte.length, (i) => parsed.labels[i] === label[which] && matte[i]! > sure[which]);
    if (total(mask) < leastShare[which] * mask.length) return undefined;
    const colours = readColours(image, which === 'top' ? onChest(subject, mask) : mask);
    return colours && { mask, colours };
  };
  const isSeen = (one: number, other: number) => Math.max(parsed.frame.seen(one), parsed.frame.seen(other)) > 0.5;
  const upper = see('top');
  const below = isSeen(joint.leftHip, joint.rightHip) ? see('bottom') : undefined;
  const shoes = isSeen(joint.leftAnkle, joint.rightAnkle) ? see('shoes') : undefined;
  const lower = below && measureLower(subject, below);
  const isOneCloth = upper && lower && areAlike(upper.colours, lower.colours);
  // Without a visible hem that does not split for the legs, a dress cannot be told from trousers of the same colour.
  const isDress = isOneCloth && lower.around === 'both' && !lower.cutOff;
  // It ends on the hips, or above the legs with the picture.
  const isHem = isOneCloth && lower.around === 'neither';
  const garments: SeenGarment[] = [];
  if (isDress)
    garments.push({
      category: 'dress',
      kind: 'dress',
      colours: upper.colours,
      cutOff: lower.cutOff,
      sleeve: sleeveOf(subject, worn),
      neckline: necklineOf(subject, worn),
      length: lower.length,
    });
  else if (upper) garments.push(...topsOf(image, subject, worn, upper));
  if (lower && !isDress && !isHem) {
    const { colours, cutOff, length } = lower;
    garments.push({ category: 'bottom', kind: lowerKind(lower), colours, cutOff, length });
  }
  if (shoes) garments.push({ category: 'shoes', kind: 'shoes', colours: { ...shoes.colours, pattern: 'solid' } });
  return garments;
}

/** The part of a top that its colours are read from: chest and belly, away from arms and the background; all of it if that is too small. */
function onChest({ body: { part, u, v } }: Subject, region: Plane): Plane {
  const chest = maskWhere(
    region.length,
    (i) => region[i] === 1 && part[i] === bodyPart.torso && Math.abs(u[i]!) < 0.42 && v[i]! > 0.05 && v[i]! < 1,
  );
  return total(chest) > 0.2 * total(region) ? chest : region;
}

function topsOf(image: RgbImage, subject: Subject, worn: Worn, { mask, colours }: Seen): SeenGarment[] {
  const sleeve = sleeveOf(subject, worn);
  const front = readOpenFront(image, subject, mask);
  if (front)
    return [
      { category: 'outerwear', kind: 'jacket', colours: front.outer, open: true, sleeve },
      { category: 'top', kind: 'top', colours: front.inner },
    ];
  const atNeck = colourAtNeck(image, subject, colours);
  const neckline = atNeck ? undefined : necklineOf(subject, worn);
  const kind = sleeve === 'short-sleeved' && neckline === 'round' ? 't-shirt' : 'top';
  return [{ category: 'top', kind, colours, sleeve, neckline, atNeck }];
}

/** Bare skin of arms from which they are bare, in squared shoulder widths. */
const bareArm = 0.02;
/** Minimum difference in OKLab (colour axes doubled) of a collar from the garment, and its area in squared shoulder widths. */
const unlike = 0.25;
const leastCollar = 0.012;
/** Where a collar shows, in u and v. */
const atNeck = { across: 0.22, from: -0.25, to: 0.3 } as const;

/** How long the sleeves are; undefined unless an arm can be followed at least to the elbow. */
function sleeveOf({ body, matte, parsed }: Subject, { sleeve }: Worn): SleeveLength | undefined {
  const { frame, labels, hands } = parsed;
  if (!frame.arms.some(({ elbowSeen }) => elbowSeen)) return undefined;
  // Bare requires skin: a hidden arm shows neither cloth nor skin.
  let skin = 0;
  for (let i = 0; i < matte.length; i++)
    if (body.part[i] !== bodyPart.torso && labels[i] === label.skin && hands[i]! < 0.3) skin++;
  const bare = skin > frame.shoulderWidth ** 2 * bareArm;
  if (sleeve > (bare ? 1.5 : 1)) return 'long-sleeved';
  if (!bare) return undefined;
  if (sleeve < 0.2) return 'sleeveless';
  return sleeve < 0.9 ? 'short-sleeved' : 'three-quarter-sleeved';
}

/** Where the garment begins below the chin; undefined unless skin is visible above it (not so over a shirt, a tie or a scarf). */
function necklineOf({ parsed, body, matte }: Subject, { neckline }: Worn): Neckline | undefined {
  if (neckline === undefined) return undefined;
  let [all, skin] = [0, 0];
  for (let i = 0; i < matte.length; i++) {
    if (Math.abs(body.u[i]!) > 0.06 || body.v[i]! < neckline - 0.14 || body.v[i]! > neckline - 0.02) continue;
    all++;
    if (parsed.labels[i] === label.skin) skin++;
  }
  if (skin < all * 0.6) return undefined;
  if (neckline < -0.17) return 'high';
  return neckline < 0.08 ? 'round' : 'low';
}

/** The colour of other cloth in a garment's neckline: a shirt, a scarf, a collar. */
function colourAtNeck(
  image: RgbImage,
  { body, matte, parsed }: Subject,
  { main, rgb }: SeenColours,
): ColourName | undefined {
  const { frame, labels, oklab: planes } = parsed;
  const [l, a, b] = oklab(rgb);
  const mask = maskWhere(matte.length, (i) => {
    if (labels[i] !== label.top || matte[i]! < 0.8 || body.part[i] !== bodyPart.torso) return false;
    if (Math.abs(body.u[i]!) > atNeck.across || body.v[i]! < atNeck.from || body.v[i]! > atNeck.to) return false;
    return norm(planes.lightness[i]! - l, 2 * (planes.a[i]! - a), 2 * (planes.b[i]! - b)) >= unlike;
  });
  if (total(mask) < leastCollar * frame.shoulderWidth ** 2) return undefined;
  const name = readColours(image, mask)?.main;
  return name === main ? undefined : name;
}

/**
 * A garment on the legs: what it goes round, `neither` if it or the picture ends on the hips; how long it is, undefined where the picture ends above its hem
 * (`cutOff`).
 */
type MeasuredLower = {
  colours: SeenColours;
  around: 'both' | 'each' | 'neither';
  length: LegLength | undefined;
  cutOff: boolean;
};

/** Share of the picture's width that a garment takes of its lower border if it is cut off there. */
const leastCut = 0.03;
/** Lengths below which a garment is called so, in bones from the hip: 1 is the knee. */
const lengths: readonly (readonly [number, LegLength])[] = [
  [0.8, 'short'],
  [1.25, 'knee-length'],
  [1.7, 'mid-calf'],
];
/** Distance in OKLab (colour axes doubled) up to which two regions are the same cloth. */
const oneCloth = 0.06;

/** Measures a garment on the legs (`mask` 1 on it): its hem relative to knees and ankles, and whether it splits. */
function measureLower(subject: Subject, { mask, colours }: Seen): MeasuredLower {
  const lastRows = mask.subarray((subject.size.height - 2) * subject.size.width);
  const cutOff = total(lastRows) > 2 * leastCut * subject.size.width;
  const legs = seeLegs(subject);
  if (cutOff || !legs) return { colours, around: legs?.around ?? 'neither', cutOff, length: undefined };
  const length = lengths.find(([below]) => legs.length < below)?.[1] ?? 'full-length';
  return { colours, around: legs.around, cutOff, length: legs.around === 'neither' ? undefined : length };
}

/** Whether two garments are of one cloth. */
const areAlike = (one: SeenColours, other: SeenColours): boolean =>
  clothDistance(oklab(one.rgb), oklab(other.rgb)) <= oneCloth && one.pattern === other.pattern;

/** What a garment on the legs is called. Without a visible hem, trousers are more likely. */
function lowerKind({ around, length, colours: { main } }: MeasuredLower): SeenGarment['kind'] {
  const ends = length === 'short' || length === 'knee-length' || length === 'mid-calf';
  if (ends && around === 'both') return 'skirt';
  if (ends && length !== 'mid-calf') return 'shorts';
  return main === 'denim' || main === 'indigo' ? 'jeans' : 'trousers';
}
