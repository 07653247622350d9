import type { RgbImage } from '@styling/imaging';
import { type ColourName, nameColour } from '../garment/colour-names.ts';
import type { Pattern } from '../garment/patterns.ts';
import { oklab, oklabOf, type Triple } from '../pixels/colour.ts';
import { connectedComponents } from '../pixels/components.ts';
import { maskWhere, type Plane, type Size, total } from '../pixels/plane.ts';
import { norm } from '../pixels/scalar.ts';
import { readLook } from '../reference/read-look.ts';

/** The categories of items. */
export type Category = 'top' | 'outerwear' | 'dress' | 'bottom' | 'shoes';

export type SleeveLength = 'sleeveless' | 'short-sleeved' | 'three-quarter-sleeved' | 'long-sleeved';

export type Neckline = 'high' | 'round' | 'low';

/** How far a garment reaches down a leg. */
export type LegLength = 'short' | 'knee-length' | 'mid-calf' | 'full-length';

/** Patterns that can be distinguished; `patterned` is any other. */
export type SeenPattern = 'solid' | 'striped' | 'vertically striped' | 'checked' | 'patterned';

/** The colours of a garment by name; `rgb` is the main one in sRGB bytes. */
export type SeenColours = { main: ColourName; rgb: Triple; second: ColourName | undefined; pattern: SeenPattern };

/** Measurements of a garment; undefined where not measurable. */
export type SeenGarment = {
  category: Category;
  /** Its name, as far as the shape determines it. */
  kind: 'top' | 't-shirt' | 'jacket' | 'dress' | 'trousers' | 'jeans' | 'shorts' | 'skirt' | 'shoes';
  colours: SeenColours;
  sleeve?: SleeveLength | undefined;
  neckline?: Neckline | undefined;
  /** Colour of a shirt, scarf or collar visible in the neckline. */
  atNeck?: ColourName | undefined;
  length?: LegLength | undefined;
  /** Only its upper part is in the picture. */
  cutOff?: boolean;
  /** Worn open over another garment. */
  open?: boolean;
};

/** Names of the patterns that a look can have. */
const patternNames: Partial<Record<Pattern, SeenPattern>> = {
  stripes: 'striped',
  'vertical stripes': 'vertically striped',
  check: 'checked',
};

/** OKLab difference (colour axes doubled) from which a pixel does not have the garment's main colour. */
const otherColour = 0.18;
/** A smaller share of other colours is due to buttons, badges and shade. */
const secondShare = 0.14;
/** A pattern has at least this many areas, none with more than this share of it. */
const places = 5;
const largestPlace = 0.35;

/** Identifies the colours and the pattern of the garment where `mask` is 1; undefined if that is too small. */
export function readColours(image: RgbImage, mask: Plane): SeenColours | undefined {
  const look = readLook(image, mask);
  if (!look) return undefined;
  const main = nameColour(look.colour);
  const pattern = patternNames[look.pattern] ?? 'solid';
  if (look.second) {
    const second = nameColour(look.second);
    return { main, rgb: look.colour, second: second === main ? undefined : second, pattern };
  }
  const { lightness, a, b } = oklabOf(image);
  const [l, x, y] = oklab(look.colour);
  // The part that has another hue, or quite another lightness.
  const rest = maskWhere(
    mask.length,
    (i) => mask[i]! > 0.5 && norm(0.7 * (lightness[i]! - l), 2 * (a[i]! - x), 2 * (b[i]! - y)) > otherColour,
  );
  const share = total(rest) / total(mask);
  const second = share > secondShare ? readLook(image, rest) : undefined;
  const secondName = second && nameColour(second.colour);
  if (!secondName || secondName === main) return { main, rgb: look.colour, second: undefined, pattern: 'solid' };
  return { main, rgb: look.colour, second: secondName, pattern: isScattered(rest, image) ? 'patterned' : 'solid' };
}

/** Whether a colour is distributed over a whole garment, and not limited to one part of it. */
function isScattered(part: Plane, size: Size): boolean {
  const { sizes } = connectedComponents((i) => part[i]! > 0.5, size);
  const whole = total(part);
  return Math.max(...sizes) < largestPlace * whole && sizes.filter((pixels) => pixels > 0.03 * whole).length >= places;
}
