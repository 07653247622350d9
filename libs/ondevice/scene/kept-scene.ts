import type { Plane, Rgb } from '../pixels/plane.ts';

/**
 * Applies only the change on the person to the photograph: `before` and `after` are the person's own colours (sRGB 0..1),
 * `matte` its opacity. Unpainted pixels are exactly those of the photograph.
 */
export function keepScene(photograph: Rgb, before: Rgb, after: Rgb, matte: Plane): Rgb {
  const change = (c: 0 | 1 | 2) => {
    const out = photograph[c].slice();
    for (let i = 0; i < out.length; i++) out[i]! += matte[i]! * (after[c][i]! - before[c][i]!);
    return out;
  };
  return [change(0), change(1), change(2)];
}
