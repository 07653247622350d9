import type { RgbImage } from '@styling/imaging';
import type { ColourName } from '../garment/colour-names.ts';
import type { Subject } from '../garment/subject.ts';
import { bodyPart } from '../person/body-map.ts';
import { label } from '../person/labels.ts';
import { oklab } from '../pixels/colour.ts';
import { maskWhere, total } from '../pixels/plane.ts';
import { norm } from '../pixels/scalar.ts';
import { readColours, type SeenColours } from './garment-colours.ts';

/** Minimum difference from the garment in OKLab (colour axes doubled). */
const unlike = 0.25;
/** Minimum area in squared shoulder widths: a collar, not a necklace. */
const leastArea = 0.012;

/** The colour visible in a garment's neckline that is neither skin nor hair: a shirt, a scarf, a collar. */
export function colourAtNeck(
  image: RgbImage,
  { body, matte, parsed }: Subject,
  { main, rgb }: SeenColours,
): ColourName | undefined {
  const { frame, labels, skinLike, oklab: planes } = parsed;
  const [l, a, b] = oklab(rgb);
  const underChin = frame.head.chin[1] + frame.head.height * 0.05;
  const mask = maskWhere(matte.length, (i) => {
    if (matte[i]! < 0.8 || body.part[i] !== bodyPart.torso || i < underChin * image.width) return false;
    if (Math.abs(body.u[i]!) > 0.22 || body.v[i]! < -0.25 || body.v[i]! > 0.3) return false;
    if (labels[i] === label.hair || skinLike[i]! > 0.15) return false;
    return norm(planes.lightness[i]! - l, 2 * (planes.a[i]! - a), 2 * (planes.b[i]! - b)) >= unlike;
  });
  if (total(mask) < leastArea * frame.shoulderWidth ** 2) return undefined;
  const name = readColours(image, mask)?.main;
  return name === main ? undefined : name;
}
