import { boxBlur } from '../pixels/box-blur.ts';
import type { Plane, Rgb, Size } from '../pixels/plane.ts';
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
  const rest = matte.map((a) => 1 - a);
  const foreground = rgb.map((plane) => Float32Array.from(plane));
  const background = rgb.map((plane) => Float32Array.from(plane));
  for (const radius of [Math.round(Math.max(size.width, size.height) / 12), 4]) {
    const matteNear = boxBlur(matte, size, radius);
    const restNear = boxBlur(rest, size, radius);
    for (let c = 0; c < 3; c++) {
      const inside = boxBlur(
        foreground[c]!.map((value, i) => value * matte[i]!),
        size,
        radius,
      );
      const outside = boxBlur(
        background[c]!.map((value, i) => value * rest[i]!),
        size,
        radius,
      );
      for (let i = 0; i < matte.length; i++) {
        const a = matte[i]!;
        const f = inside[i]! / (matteNear[i]! + 1e-5);
        const b = outside[i]! / (restNear[i]! + 1e-5);
        background[c]![i] = b;
        foreground[c]![i] = clamp(f + a * (rgb[c]![i]! - a * f - (1 - a) * b), 0, 1);
      }
    }
  }
  return [foreground[0]!, foreground[1]!, foreground[2]!];
}
