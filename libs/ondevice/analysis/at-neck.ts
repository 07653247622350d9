import type { RgbImage } from '@styling/imaging';
import type { ColourName } from '../garment/colour-names.ts';
import type { Subject } from '../garment/subject.ts';
import { bodyPart } from '../person/body-map.ts';
import { label } from '../person/labels.ts';
import { oklab } from '../pixels/colour.ts';
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
  let area = 0;
  const mask = matte.map((value, i) => {
    if (value < 0.8 || body.part[i] !== bodyPart.torso || i < underChin * image.width) return 0;
    if (Math.abs(body.u[i]!) > 0.22 || body.v[i]! < -0.25 || body.v[i]! > 0.3) return 0;
    if (labels[i] === label.hair || skinLike[i]! > 0.15) return 0;
    const away = Math.hypot(planes.lightness[i]! - l, 2 * (planes.a[i]! - a), 2 * (planes.b[i]! - b));
    if (away < unlike) return 0;
    area++;
    return 1;
  });
  if (area < leastArea * frame.shoulderWidth ** 2) return undefined;
  const name = readColours(image, mask)?.main;
  return name === main ? undefined : name;
}
