import { wideBoxBlur } from '../pixels/box-blur.ts';
import { inverted, type Plane, type Rgb, type Size, times } from '../pixels/plane.ts';
import { clamp } from '../pixels/scalar.ts';

/** Half the sides of the wide windows, as a share of the longer side, and of the narrow ones in pixels. */
const wide = 1 / 12;
const narrow = 4;

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
  const radii = [Math.round(Math.max(size.width, size.height) * wide), narrow];
  const weights = radii.map((radius) => ({
    radius,
    inside: wideBoxBlur(matte, size, radius),
    outside: wideBoxBlur(rest, size, radius),
  }));
  const own = (seen: Plane): Plane => {
    let [front, back] = [seen, seen];
    for (const { radius, inside, outside } of weights) {
      const [f, b] = [wideBoxBlur(times(front, matte), size, radius), wideBoxBlur(times(back, rest), size, radius)];
      for (let i = 0; i < f.length; i++) {
        const a = matte[i]!;
        const mean = f[i]! / (inside[i]! + 1e-5);
        b[i]! /= outside[i]! + 1e-5;
        f[i] = clamp(mean + a * (seen[i]! - a * mean - (1 - a) * b[i]!), 0, 1);
      }
      [front, back] = [f, b];
    }
    return front;
  };
  return [own(rgb[0]), own(rgb[1]), own(rgb[2])];
}
