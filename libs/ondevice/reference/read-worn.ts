import type { RgbImage } from '@styling/imaging';
import { measureOutfit } from '../analysis/measure-outfit.ts';
import type { SeenGarment } from '../analysis/seen-garment.ts';
import type { Look, Looks } from '../garment/choose-colours.ts';
import type { Subject } from '../garment/subject.ts';
import { bodyPart } from '../person/body-map.ts';
import { label } from '../person/labels.ts';
import { toLinear } from '../pixels/colour.ts';
import { maskOf, maskWhere, type Plane, type Rgb } from '../pixels/plane.ts';
import { cutOfSeen } from './cut-of-seen.ts';
import { readLook } from './read-look.ts';
import { readSwatch, type Stretch } from './read-swatch.ts';

/** How far a jacket's front opens on either side of the spine, in shoulder widths. */
const openTo = 0.24;
/** How far a collar reaches from the spine and below the shoulder line, in u and v. */
const collar = { across: 0.24, below: 0.07 } as const;

/** Reads what a person wears: looks, cuts, and of patterned garments a swatch by torso coordinates. */
export function readWorn(image: RgbImage, subject: Subject): Looks {
  const seen = measureOutfit(image, subject);
  const worn = (category: SeenGarment['category']) => seen.find((garment) => garment.category === category);
  const [dress, outer, top, bottom] = (['dress', 'outerwear', 'top', 'bottom'] as const).map(worn);
  const { foreground, body, matte, size, parsed } = subject;
  const { neck, right, down, shoulderWidth, torsoLength } = parsed.frame;
  const rgb: Rgb = [foreground[0].map(toLinear), foreground[1].map(toLinear), foreground[2].map(toLinear)];
  const scaled = ([x, y]: typeof right) => [x * shoulderWidth, y * shoulderWidth] as const;
  const lie = { origin: neck, right: scaled(right), down: scaled(down) };
  const look = (mask: Plane, garment: SeenGarment | undefined, stretch: Stretch): Look | undefined => {
    const read = garment && readLook(image, mask);
    const inCollar = (i: number) => Math.abs(body.u[i]!) < collar.across && body.v[i]! < collar.below;
    const cloth = maskWhere(mask.length, (i) => mask[i] === 1 && matte[i]! >= 0.9 && !inCollar(i));
    const swatch = readSwatch({ rgb, size, cloth }, lie, stretch, 'largest');
    return read && { ...read, cut: cutOfSeen(garment), swatch };
  };
  const cloth = maskOf(parsed.labels, label.top);
  const open = (i: number) => body.part[i] === bodyPart.torso && Math.abs(body.u[i]!) < openTo;
  const upper = outer ? maskWhere(cloth.length, (i) => cloth[i] === 1 && !open(i)) : cloth;
  const hips = torsoLength / shoulderWidth;
  const trunk = { left: -0.55, right: 0.55, top: -0.2, bottom: hips };
  const legs = { left: -0.45, right: 0.45, top: hips * 0.8, bottom: hips + 1.8 };
  return {
    upper: look(upper, dress ?? outer ?? top, trunk),
    lower: dress ? undefined : look(maskOf(parsed.labels, label.bottom), bottom, legs),
    ...(outer &&
      top && { inner: { colour: top.colours.rgb, second: undefined, pattern: 'solid', cut: cutOfSeen(top) } }),
  };
}
