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
  const planes = () => [0, 1, 2].map(() => new Float32Array(matte.length)) as [Plane, Plane, Plane];
  const [foreground, background] = [planes(), planes()];
  const [matteNear, restNear, product] = planes();
  for (const [pass, radius] of [Math.round(Math.max(size.width, size.height) / 12), 4].entries()) {
    const near = meansOf(size, radius);
    near(matte, matteNear);
    near(rest, restNear);
    for (const c of [0, 1, 2] as const) {
      const [inside, outside] = [foreground[c], background[c]];
      near(times(pass === 0 ? rgb[c] : inside, matte, product), inside);
      near(times(pass === 0 ? rgb[c] : outside, rest, product), outside);
      for (let i = 0; i < matte.length; i++) {
        const a = matte[i]!;
        const f = inside[i]! / (matteNear[i]! + 1e-5);
        const b = outside[i]! / (restNear[i]! + 1e-5);
        outside[i] = b;
        inside[i] = clamp(f + a * (rgb[c][i]! - a * f - (1 - a) * b), 0, 1);
      }
    }
  }
  return foreground;
}

/** Means of windows, wide ones on a copy whose pixels are an eighth of the radius large: nothing finer is left of them. */
function meansOf(size: Size, radius: number): (plane: Plane, out: Plane) => Plane {
  const factor = Math.floor(radius / 8);
  if (factor < 2) return (plane, out) => boxBlur(plane, size, radius, out);
  return (plane, out) => {
    const small = shrink(plane, size, factor);
    const means = boxBlur(small.plane, small.size, radius / factor, small.plane);
    return grow({ plane: means, size: small.size }, size, factor, out);
  };
}
