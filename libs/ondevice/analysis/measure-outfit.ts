import type { RgbImage } from '@styling/imaging';
import type { Subject } from '../garment/subject.ts';
import { measureWorn, type Worn } from '../garment/worn.ts';
import { bodyPart } from '../person/body-map.ts';
import { joint } from '../person/find-pose.ts';
import { label } from '../person/labels.ts';
import { type Plane, total } from '../pixels/plane.ts';
import { colourAtNeck } from './at-neck.ts';
import { clothLikeSkin } from './cloth-like-skin.ts';
import { clothRegion, onChest } from './cloth-region.ts';
import { readColours, type SeenColours } from './garment-colours.ts';
import { isHemOfTop, isOneDress } from './is-one-dress.ts';
import { type MeasuredLegs, measureLegs } from './measure-legs.ts';
import { readOpenFront } from './open-front.ts';
import type { LegLength, Neckline, SeenGarment, SleeveLength } from './seen-garment.ts';

/** Minimum share of the picture for a region to be a garment. */
const leastShare = { top: 0.004, bottom: 0.012, shoes: 1e-3 };

/** The visible garments of a person, from the outside in and from top to bottom. */
export function measureOutfit(image: RgbImage, subject: Subject): SeenGarment[] {
  const worn = measureWorn(subject);
  const seen = (
    which: number,
    least: number,
    mask = clothRegion(image, subject, which),
  ): { mask: Plane; colours: SeenColours } | undefined => {
    if (total(mask) < least * mask.length) return undefined;
    const colours = readColours(image, which === label.top ? onChest(subject, mask) : mask);
    return colours && { mask, colours };
  };
  const { frame } = subject.parsed;
  const hips = Math.max(frame.seen(joint.leftHip), frame.seen(joint.rightHip)) > 0.5;
  const feet = Math.max(frame.seen(joint.leftAnkle), frame.seen(joint.rightAnkle)) > 0.5;
  const upper = seen(label.top, leastShare.top) ?? seen(label.top, leastShare.top, clothLikeSkin(image, subject));
  const below = hips ? seen(label.bottom, leastShare.bottom) : undefined;
  const measured = below && { colours: below.colours, legs: measureLegs(subject, below.mask) };
  const lower = upper && measured && isHemOfTop(upper.colours, measured) ? undefined : measured;
  const shoes = feet ? seen(label.shoes, leastShare.shoes) : undefined;
  return [
    ...(upper && lower && isOneDress(image, subject, upper.colours, lower)
      ? [dressOf(subject, worn, upper.colours, lower.legs)]
      : [...(upper ? topsOf(image, subject, worn, upper) : []), ...(lower ? [bottomOf(lower)] : [])]),
    ...(shoes ? [{ category: 'shoes', kind: 'shoes', colours: { ...shoes.colours, pattern: 'solid' } } as const] : []),
  ];
}

function topsOf(
  image: RgbImage,
  subject: Subject,
  worn: Worn,
  { mask, colours }: { mask: Plane; colours: SeenColours },
): SeenGarment[] {
  const sleeve = sleeveOf(subject, worn);
  const front = readOpenFront(image, subject, mask);
  if (front) {
    return [
      front.collar
        ? { category: 'top', kind: 'top', colours: front.outer, ...(sleeve && { sleeve }), atNeck: front.inner.main }
        : { category: 'outerwear', kind: 'jacket', colours: front.outer, open: true, ...(sleeve && { sleeve }) },
      { category: 'top', kind: 'top', colours: front.inner },
    ];
  }
  const atNeck = colourAtNeck(image, subject, colours);
  const neckline = atNeck ? undefined : necklineOf(subject, worn);
  const kind = sleeve === 'short-sleeved' && neckline === 'round' ? 't-shirt' : 'top';
  return [
    {
      category: 'top',
      kind,
      colours,
      ...(sleeve && { sleeve }),
      ...(neckline && { neckline }),
      ...(atNeck && { atNeck }),
    },
  ];
}

function dressOf(subject: Subject, worn: Worn, colours: SeenColours, { length, cutOff }: MeasuredLegs): SeenGarment {
  const sleeve = sleeveOf(subject, worn);
  const neckline = necklineOf(subject, worn);
  return {
    category: 'dress',
    kind: 'dress',
    colours,
    cutOff,
    ...(sleeve && { sleeve }),
    ...(neckline && { neckline }),
    ...(length && { length }),
  };
}

function bottomOf({ colours, legs }: { colours: SeenColours; legs: MeasuredLegs }): SeenGarment {
  const { length, cutOff } = legs;
  const kind = bottomKind(legs.legs, length, colours);
  return { category: 'bottom', kind, colours, cutOff, ...(length && { length }) };
}

/** Without a visible hem, trousers are more likely. */
function bottomKind(
  legs: MeasuredLegs['legs'],
  length: LegLength | undefined,
  { main }: SeenColours,
): SeenGarment['kind'] {
  const ends = length === 'short' || length === 'knee-length' || length === 'mid-calf';
  if (ends && legs === 'together') return 'skirt';
  if (ends && length !== 'mid-calf') return 'shorts';
  return main === 'denim' || main === 'indigo' ? 'jeans' : 'trousers';
}

/** Undefined unless an arm can be followed at least to the elbow. */
function sleeveOf({ body, matte, parsed }: Subject, { sleeve }: Worn): SleeveLength | undefined {
  const { frame } = parsed;
  if (!frame.arms.some(({ elbowSeen }) => elbowSeen)) return undefined;
  // Bare requires skin: a hidden arm shows neither cloth nor skin.
  let skin = 0;
  for (let i = 0; i < matte.length; i++)
    if (body.part[i] !== bodyPart.torso && parsed.labels[i] === label.skin && parsed.hands[i]! < 0.3) skin++;
  const bare = skin > frame.shoulderWidth ** 2 * 0.02;
  if (sleeve > (bare ? 1.5 : 1)) return 'long-sleeved';
  if (!bare) return undefined;
  if (sleeve < 0.2) return 'sleeveless';
  return sleeve < 0.9 ? 'short-sleeved' : 'three-quarter-sleeved';
}

/** Where the garment begins below the chin; undefined unless skin is visible above it (not so over a shirt, a tie or a scarf). */
function necklineOf({ parsed, body, matte }: Subject, { neckline }: Worn): Neckline | undefined {
  if (neckline === undefined) return undefined;
  let all = 0;
  let skin = 0;
  for (let i = 0; i < matte.length; i++) {
    if (Math.abs(body.u[i]!) > 0.06 || body.v[i]! < neckline - 0.14 || body.v[i]! > neckline - 0.02) continue;
    all++;
    if (parsed.labels[i] === label.skin && parsed.skinLike[i]! > 0.3) skin++;
  }
  if (skin < all * 0.6) return undefined;
  if (neckline < -0.17) return 'high';
  return neckline < 0.08 ? 'round' : 'low';
}
