import type { Plane, Rgb } from '../pixels/plane.ts';

/** `foreground` over `background` by `matte` (0..1): the "over" operator (Porter and Duff 1984), sRGB 0..1. */
export function composite(foreground: Rgb, matte: Plane, background: Rgb): Rgb {
  const over = (c: 0 | 1 | 2) =>
    foreground[c].map((value, i) => value * matte[i]! + background[c][i]! * (1 - matte[i]!));
  return [over(0), over(1), over(2)];
}
