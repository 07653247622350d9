import { type Region, square } from '../models/crop.ts';
import type { Head } from '../person/head.ts';
import type { Size } from '../pixels/plane.ts';

/** Height of the region in heights of a face: from above the hair to the waist. */
const faces = 3.8;
/** How far the region's centre is below the face's, in heights of the region. */
const below = 0.14;

/** The square of an image that shows head and chest, moved inside the image as far as that goes. */
export function headRegion({ centre, width, height }: Pick<Head, 'centre' | 'width' | 'height'>, image: Size): Region {
  const side = Math.min(faces * Math.max(height, width * 1.1), Math.max(image.width, image.height));
  const inside = (at: number, whole: number) =>
    whole <= side ? whole / 2 : Math.min(Math.max(at, side / 2), whole - side / 2);
  return square(inside(centre[0], image.width), inside(centre[1] + below * side, image.height), side);
}
