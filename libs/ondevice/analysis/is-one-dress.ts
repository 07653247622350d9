import type { RgbImage } from '@styling/imaging';
import type { Subject } from '../garment/subject.ts';
import { bodyPart } from '../person/body-map.ts';
import { label } from '../person/labels.ts';
import { oklab } from '../pixels/colour.ts';
import type { SeenColours } from './garment-colours.ts';
import type { MeasuredLegs } from './measure-legs.ts';

/** A garment on the legs. */
type Lower = { colours: SeenColours; legs: MeasuredLegs };

/** Distance in OKLab (colour axes doubled) up to which two regions are the same cloth. */
const oneCloth = 0.06;

/** The lowest hem of a top in v, where 1 is the hips: what ends higher is neither a dress nor trousers. */
const lowestTop = 1.3;

/** Whether what is seen below a top is its own hem: of the same cloth, and ending on the hips and not with the picture. */
export const isHemOfTop = (upper: SeenColours, { colours, legs: { hem, cutOff } }: Lower): boolean =>
  isOneCloth(upper, colours) && !cutOff && hem < lowestTop;

/**
 * Whether top and bottom are one dress: the same colours and pattern, no skin at the waist, and a hem that does not split
 * for the legs. Without a visible hem a dress cannot be told from trousers of the same colour: false.
 */
export function isOneDress(image: RgbImage, subject: Subject, upper: SeenColours, lower: Lower): boolean {
  if (!isOneCloth(upper, lower.colours)) return false;
  const { legs, cutOff } = lower.legs;
  return !cutOff && legs === 'together' && skinAtWaist(subject, image.width * image.height) < 0.08;
}

function isOneCloth(upper: SeenColours, lower: SeenColours): boolean {
  const [p, q] = [oklab(upper.rgb), oklab(lower.rgb)];
  const apart = Math.hypot(0.7 * (p[0] - q[0]), 2 * (p[1] - q[1]), 2 * (p[2] - q[2]));
  return apart <= oneCloth && upper.pattern === lower.pattern;
}

function skinAtWaist({ body, matte, parsed }: Subject, count: number): number {
  let all = 0;
  let skin = 0;
  for (let i = 0; i < count; i++) {
    if (body.part[i] !== bodyPart.torso || matte[i]! < 0.8) continue;
    if (body.v[i]! < 0.5 || body.v[i]! > 1 || Math.abs(body.u[i]!) > 0.25) continue;
    all++;
    if (parsed.labels[i] === label.skin) skin++;
  }
  return all > 0 ? skin / all : 0;
}
