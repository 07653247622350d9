import type { Plane, Size } from '../pixels/plane.ts';
import { median } from '../pixels/statistics.ts';
import type { Head } from './head.ts';

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
