import type { RgbImage } from '@styling/imaging';
import type { Subject } from '../garment/subject.ts';
import { measureWorn, type Worn } from '../garment/worn.ts';
import { bodyPart } from '../person/body-map.ts';
import { joint } from '../person/find-pose.ts';
import { label } from '../person/labels.ts';
import { maskWhere, type Plane, total } from '../pixels/plane.ts';
import { readColours, type SeenColours } from './garment-colours.ts';
import { isHemOfTop, isOneDress, lowerKind, measureLower } from './measure-lower.ts';
import { colourAtNeck, necklineOf, sleeveOf } from './measure-upper.ts';
import { readOpenFront } from './open-front.ts';
import type { SeenGarment } from './seen-garment.ts';

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
  const measured = below && measureLower(subject, below);
  const lower = upper && measured && isHemOfTop(upper.colours, measured) ? undefined : measured;
  const oneDress = upper && lower && isOneDress(upper.colours, lower);
  const garments: SeenGarment[] = [];
  if (oneDress)
    garments.push({
      category: 'dress',
      kind: 'dress',
      colours: upper.colours,
      cutOff: lower.cutOff,
      ...known({ sleeve: sleeveOf(subject, worn), neckline: necklineOf(subject, worn), length: lower.length }),
    });
  else if (upper) garments.push(...topsOf(image, subject, worn, upper));
  if (lower && !oneDress) {
    const { colours, cutOff, length } = lower;
    garments.push({ category: 'bottom', kind: lowerKind(lower), colours, cutOff, ...known({ length }) });
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
      { category: 'outerwear', kind: 'jacket', colours: front.outer, open: true, ...known({ sleeve }) },
      { category: 'top', kind: 'top', colours: front.inner },
    ];
  const atNeck = colourAtNeck(image, subject, colours);
  const neckline = atNeck ? undefined : necklineOf(subject, worn);
  const kind = sleeve === 'short-sleeved' && neckline === 'round' ? 't-shirt' : 'top';
  return [{ category: 'top', kind, colours, ...known({ sleeve, neckline, atNeck }) }];
}

type Known<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** The members that are not undefined. */
const known = <T extends object>(members: T): Known<T> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Known<T>;
