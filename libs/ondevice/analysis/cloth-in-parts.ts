import { partsOver, type SeenParts } from '../parts/see-parts.ts';
import type { Size } from '../pixels/plane.ts';

/** From which share of what is seen of the person on the classifier is sure of cloth, and up to which it is sure of skin or hair. */
const surely = 0.7;
const hardly = 0.25;
/** More ground than this is beside the person, whatever the matte says. */
const mostGround = 0.6;

/** What is known of a pixel: that cloth is there, that none is, or nothing. */
export type ToldCloth = 'cloth' | 'none' | undefined;

/** What the classifier of parts tells of cloth at each pixel of an image, where it has looked and is sure. */
export function clothInParts(parts: SeenParts, size: Size): (i: number) => ToldCloth {
  const seen = partsOver(parts, size);
  return (i) => {
    const x = i % size.width;
    const y = (i - x) / size.width;
    if (!seen.covers(x, y)) return undefined;
    const ground = seen.value(parts.ground, x, y);
    if (ground > mostGround) return 'none';
    const cloth = seen.value(parts.clothes, x, y) / (1 - ground);
    if (cloth > surely) return 'cloth';
    return cloth < hardly ? 'none' : undefined;
  };
}
