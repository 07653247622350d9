import type { Plane, Size } from './plane.ts';
import { median } from './statistics.ts';

/** How many pixels at least tell something about noise, and at most are looked at. */
const least = 400;
const most = 20_000;

/**
 * The standard deviation of a picture's noise in a `plane`, where `where` is: the Laplacian difference of Immerkaer (1996), which is blind to
 * slopes and straight edges, whose median stands for its mean, as texture has few large differences (Donoho's estimate, 1994).
 * undefined where too little is seen.
 */
export function measureNoise(plane: Plane, { width }: Size, where: (i: number) => boolean): number | undefined {
  const [first, end] = [width + 1, plane.length - width - 1];
  let inside = 0;
  for (let i = first; i < end; i++) if (where(i)) inside++;
  if (inside < least) return undefined;
  const step = Math.ceil(inside / most);
  const row = (at: number, beside: number) =>
    plane[at - 1]! * beside + plane[at]! * -2 * beside + plane[at + 1]! * beside;
  const differences: number[] = [];
  for (let i = first, k = 0; i < end; i++)
    if (where(i) && k++ % step === 0) differences.push(Math.abs(row(i - width, 1) + row(i, -2) + row(i + width, 1)));
  // The mask's coefficients have a sum of squares of 36, and 0.6745 is the median of a standard normal distribution's amount.
  return median(differences) / (6 * 0.6745);
}
