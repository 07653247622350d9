import { differenceCiede2000 } from 'culori';
import { type ColourName, clothColours, nameColour } from '../garment/colour-names.ts';
import type { Triple } from '../pixels/colour.ts';

/** Shades on photographs that people call by a name although another name's own shade is nearer; sRGB bytes. */
const alsoCalled: readonly (readonly [ColourName, Triple])[] = [
  ['orange', [220, 100, 66]],
  ['orange', [240, 130, 60]],
  ['navy', [14, 20, 46]],
  ['black', [38, 37, 39]],
  ['white', [224, 226, 230]],
];

const difference = differenceCiede2000();
const asColour = ([r, g, b]: Triple) => ({ mode: 'rgb' as const, r: r / 255, g: g / 255, b: b / 255 });

/** The name of a colour as it is seen on a garment in light and shade: {@link nameColour} and a few shades more. */
export function nameSeenColour(rgb: Triple): ColourName {
  const seen = asColour(rgb);
  let name = nameColour(rgb);
  let least = difference(seen, asColour(clothColours[name]));
  for (const [other, shade] of alsoCalled) {
    const away = difference(seen, asColour(shade));
    if (away < least) [name, least] = [other, away];
  }
  return name;
}
