import type { Plane, Size } from '../pixels/plane.ts';
import { median } from '../pixels/statistics.ts';
import type { Head } from './head.ts';

/** How far below the centre of the face a beard ends, in face heights, and how far beside it, in face widths. */
const reach = { below: 1, aside: 0.4 } as const;
/** How much darker than the cheeks a chin is that has a beard, in OKLab lightness. */
const darker = 0.15;

/**
 * Whether the chin has a beard; also if no face is seen, as it could.
 *
 * @param face > 0.5 inside the face outline
 * @param lightness of OKLab
 */
export function hasBeard(face: Plane, lightness: Plane, { centre, height }: Head, { width }: Size): boolean {
  const [chin, cheeks]: [number[], number[]] = [[], []];
  face.forEach((value, i) => {
    if (value < 0.5) return;
    const below = (Math.floor(i / width) - centre[1]) / height;
    if (below > 0.36) chin.push(lightness[i]!);
    else if (below > -0.1 && below < 0.15) cheeks.push(lightness[i]!);
  });
  return chin.length === 0 || median(chin) < median(cheeks) - darker;
}

/** Whether a beard can be at a pixel: the chin has one, and it is not far below. Parameters as of {@link hasBeard}. */
export function placeOfBeard(face: Plane, lightness: Plane, head: Head, size: Size): (i: number) => boolean {
  if (!hasBeard(face, lightness, head, size)) return () => false;
  const { centre, width, height } = head;
  return (i) => {
    const x = i % size.width;
    const below = ((i - x) / size.width - centre[1]) / height;
    return below < reach.below && Math.abs(x - centre[0]) < reach.aside * width;
  };
}
