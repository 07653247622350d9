import type { Plane, Rgb } from '../pixels/plane.ts';

/** `foreground` over `background` by `matte` (0..1): the "over" operator (Porter and Duff 1984), sRGB 0..1. */
export function composite(foreground: Rgb, matte: Plane, background: Rgb): Rgb {
  const over = (c: 0 | 1 | 2) => {
    const [front, back] = [foreground[c], background[c]];
    const out = new Float32Array(matte.length);
    for (let i = 0; i < out.length; i++) out[i] = front[i]! * matte[i]! + back[i]! * (1 - matte[i]!);
    return out;
  };
  return [over(0), over(1), over(2)];
}
