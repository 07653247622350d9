import { seeLegs } from '../garment/see-clothes.ts';
import type { Subject } from '../garment/subject.ts';
import { clothDistance, oklab } from '../pixels/colour.ts';
import type { Plane } from '../pixels/plane.ts';
import type { SeenColours } from './garment-colours.ts';
import type { LegLength, SeenGarment } from './seen-garment.ts';

/**
 * A garment on the legs: what it goes round, `neither` if it or the picture ends on the hips; how long it is, undefined where the picture ends above its hem
 * (`cutOff`).
 */
export type MeasuredLower = {
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
export function measureLower(
  subject: Subject,
  { mask, colours }: { mask: Plane; colours: SeenColours },
): MeasuredLower {
  const lastRow = mask.subarray((subject.size.height - 2) * subject.size.width);
  const cutOff = lastRow.reduce((sum, value) => sum + value, 0) > 2 * leastCut * subject.size.width;
  const legs = seeLegs(subject);
  if (cutOff || !legs) return { colours, around: legs?.around ?? 'neither', cutOff, length: undefined };
  const length = lengths.find(([below]) => legs.length < below)?.[1] ?? 'full-length';
  return { colours, around: legs.around, cutOff, length: legs.around === 'neither' ? undefined : length };
}

/** Whether what is seen below a top is its own hem: of the same cloth, and ending on the hips, or above the legs with the picture. */
export const isHemOfTop = (top: SeenColours, { colours, around }: MeasuredLower): boolean =>
  isOneCloth(top, colours) && around === 'neither';

/**
 * Whether top and bottom are one dress: the same colours and pattern, and a hem that does not split for the legs. Without a visible hem a dress
 * cannot be told from trousers of the same colour: false.
 */
export const isOneDress = (top: SeenColours, { colours, around, cutOff }: MeasuredLower): boolean =>
  isOneCloth(top, colours) && around === 'both' && !cutOff;

function isOneCloth(upper: SeenColours, lower: SeenColours): boolean {
  const [p, q] = [oklab(upper.rgb), oklab(lower.rgb)];
  return clothDistance(p, q) <= oneCloth && upper.pattern === lower.pattern;
}

/** What a garment on the legs is called. Without a visible hem, trousers are more likely. */
export function lowerKind({ around, length, colours: { main } }: MeasuredLower): SeenGarment['kind'] {
  const ends = length === 'short' || length === 'knee-length' || length === 'mid-calf';
  if (ends && around === 'both') return 'skirt';
  if (ends && length !== 'mid-calf') return 'shorts';
  return main === 'denim' || main === 'indigo' ? 'jeans' : 'trousers';
}
