import type { RgbImage } from '@styling/imaging';
import { measureOutfit } from '../analysis/measure-outfit.ts';
import type { SeenGarment } from '../analysis/seen-garment.ts';
import type { Look, Looks } from '../garment/choose-colours.ts';
import type { Subject } from '../garment/subject.ts';
import type { Swatch } from '../garment/swatch.ts';
import { bodyPart } from '../person/body-map.ts';
import { label } from '../person/labels.ts';
import { toLinear } from '../pixels/colour.ts';
import { maskOf, maskWhere, type Plane, type Rgb, times, total } from '../pixels/plane.ts';
import { cutOfSeen } from './cut-of-seen.ts';
import { readLook } from './read-look.ts';
import { readSwatch, type Stretch } from './read-swatch.ts';

/** How far a jacket's front opens on either side of the spine, in shoulder widths. */
const openTo = 0.24;

/** How far a collar and the middle of the front reach from the spine and below the shoulder line, in u and v. */
const collar = { across: 0.24, below: 0.07 };
const middle = { across: 0.06, below: 1 };
/** What is at least so large shows the whole chest, in shoulder widths. */
const wholeChest = { width: 0.75, height: 0.5 };

/** Reads what a person wears: looks, cuts, and of patterned garments a swatch by torso coordinates. */
export function readWorn(image: RgbImage, subject: Subject): Looks {
  const seen = measureOutfit(image, subject);
  const worn = (category: SeenGarment['category']) => seen.find((garment) => garment.category === category);
  const [dress, outer, top, bottom] = (['dress', 'outerwear', 'top', 'bottom'] as const).map(worn);
  const { labels, skinLike } = subject.parsed;
  const { body, foreground } = subject;
  const linear: Rgb = [foreground[0].map(toLinear), foreground[1].map(toLinear), foreground[2].map(toLinear)];
  const cloth = clothOnly(labels, label.top, skinLike);
  const open = (i: number) => body.part[i] === bodyPart.torso && Math.abs(body.u[i]!) < openTo;
  const upper = outer ? maskWhere(cloth.length, (i) => cloth[i] === 1 && !open(i)) : cloth;
  const look = (mask: Plane, garment: SeenGarment | undefined, stretch: Stretch): Look | undefined => {
    const read = readLook(image, mask);
    const cut = garment && cutOfSeen(garment);
    return read && { ...read, cut, swatch: swatchOf(linear, subject, mask, stretch) };
  };
  const hips = subject.parsed.frame.torsoLength / subject.parsed.frame.shoulderWidth;
  const trunk = { left: -0.55, right: 0.55, top: -0.2, bottom: hips };
  const legs = { left: -0.45, right: 0.45, top: hips * 0.8, bottom: hips + 1.8 };
  return {
    upper: look(upper, dress ?? outer ?? top, trunk),
    lower: dress ? undefined : look(clothOnly(labels, label.bottom, skinLike), bottom, legs),
    ...(outer &&
      top && { inner: { colour: top.colours.rgb, second: undefined, pattern: 'solid', cut: cutOfSeen(top) } }),
  };
}

/**
 * All of the chest, with what is printed on it in its place; if less is seen, one side of it: pendants, zips and buttons in its
 * middle would be repeated.
 */
function swatchOf(
  linear: Rgb,
  { size, parsed, matte, body }: Subject,
  mask: Plane,
  stretch: Stretch,
): Swatch | undefined {
  const { neck, right, down, shoulderWidth } = parsed.frame;
  const scaled = ([x, y]: typeof right) => [x * shoulderWidth, y * shoulderWidth] as const;
  const lie = { origin: neck, right: scaled(right), down: scaled(down) };
  const without = ({ across, below }: typeof collar) =>
    maskWhere(
      mask.length,
      (i) => mask[i] === 1 && matte[i]! >= 0.9 && !(Math.abs(body.u[i]!) < across && body.v[i]! < below),
    );
  const whole = readSwatch(linear, size, without(collar), lie, stretch);
  const { width, height } = whole?.size ?? { width: 0, height: 0 };
  if (whole && width > wholeChest.width * whole.scale && height > wholeChest.height * whole.scale) return whole;
  return readSwatch(linear, size, times(without(collar), without(middle)), lie, stretch) ?? whole;
}

/** If less than this share of a garment differs from skin colour, the garment itself has that colour. */
const leastCloth = 0.2;

/**
 * 1 where a label is, except for the colour of this person's skin: a bare arm before the chest is easily mistaken for it.
 *
 * @param skinLike > 1 where a colour is typical of the person's skin
 */
export function clothOnly(labels: Uint8Array, which: number, skinLike: Plane): Plane {
  const all = maskOf(labels, which);
  const cloth = maskWhere(labels.length, (i) => labels[i] === which && skinLike[i]! < 0.3);
  return total(cloth) >= leastCloth * total(all) ? cloth : all;
}
