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

/** Numbers that tell where a pixel is. */
export const placeCount = 4;

/**
 * Where the pixels of a grid over the region lie, seen from the face's centre, in heights of the face: across, down, how far
 * aside, how far away. In the mirror image if `mirrored`.
 */
export function placesIn(
  region: Region,
  { centre, height }: Pick<Head, 'centre' | 'height'>,
  side: number,
  mirrored: boolean,
): Float32Array {
  const places = new Float32Array(side * side * placeCount);
  for (let y = 0, at = 0; y < side; y++)
    for (let x = 0; x < side; x++, at += placeCount) {
      const column = mirrored ? side - 1 - x : x;
      const across = (((column + 0.5) / side - 0.5) * region.width + region.x - centre[0]) / height;
      const down = (((y + 0.5) / side - 0.5) * region.height + region.y - centre[1]) / height;
      places.set([mirrored ? -across : across, down, Math.abs(across), Math.hypot(across, down)], at);
    }
  return places;
}
