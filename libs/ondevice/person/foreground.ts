import { boxBlur } from '../pixels/box-blur.ts';
import { inverted, type Plane, type Rgb, type Size, times } from '../pixels/plane.ts';
import { grow, shrink } from '../pixels/resample.ts';
import { clamp } from '../pixels/scalar.ts';

/**
 * The person's own colours where its edge is mixed with the background: without this, the old background's tint stays
 * round the hair. Blur-fusion, twice, with a wide and then a narrow window (Forte, "Approximate Fast Foreground Colour
 * Estimation", ICIP 2021).
 *
 * @param rgb the photograph, sRGB 0..1
 * @param matte opacity 0..1
 * @returns the person's colours, sRGB 0..1; meaningful where `matte` > 0
 */
export function estimateForeground(rgb: Rgb, matte: Plane, size: Size): Rgb {
  const rest = inverted(matte);
  let foreground = rgb;
  let background = rgb;
  for (const radius of [Math.round(Math.max(size.width, size.height) / 12), 4]) {
    const near = meansOf(size, radius);
    const matteNear = near(matte);
    const restNear = near(rest);
    const split = ([0, 1, 2] as const).map((c) => {
      const inside = near(times(foreground[c], matte));
      const outside = near(times(background[c], rest));
      for (let i = 0; i < matte.length; i++) {
        const a = matte[i]!;
        const f = inside[i]! / (matteNear[i]! + 1e-5);
        const b = outside[i]! / (restNear[i]! + 1e-5);
        outside[i] = b;
        inside[i] = clamp(f + a * (rgb[c][i]! - a * f - (1 - a) * b), 0, 1);
      }
      return { inside, outside };
    }) as [Split, Split, Split];
    foreground = [split[0].inside, split[1].inside, split[2].inside];
    background = [split[0].outside, split[1].outside, split[2].outside];
  }
  return foreground;
}

type Split = { inside: Plane; outside: Plane };

/** Means of windows, wide ones on a copy whose pixels are an eighth of the radius large: nothing finer is left of them. */
function meansOf(size: Size, radius: number): (plane: Plane) => Plane {
  const factor = Math.floor(radius / 8);
  if (factor < 2) return (plane) => boxBlur(plane, size, radius);
  return (plane) => {
    const small = shrink(plane, size, factor);
    return grow({ plane: boxBlur(small.plane, small.size, radius / factor), size: small.size }, size, factor);
  };
}
