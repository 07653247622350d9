import type { Plane, Rgb, Size } from '../pixels/plane.ts';
import { studioShadow } from './studio-shadow.ts';

/**
 * An evenly lit studio backdrop, nearly white, a touch darker towards the corners and in the shadow of the person before it; sRGB 0..1.
 *
 * @param matte opacity of the person, 0..1; without one nobody is there
 */
export function studioBackdrop(size: Size, matte?: Plane): Rgb {
  const { width, height } = size;
  const lit = matte ? studioShadow(matte, size) : () => 1;
  const shade = new Float32Array(width * height);
  for (let y = 0, i = 0; y < height; y++) {
    const dy = y / height - 0.45;
    for (let x = 0; x < width; x++, i++) {
      const dx = x / width - 0.5;
      const own = (254 - 10 * Math.min(1, (dx * dx + dy * dy) * 2.2)) / 255;
      shade[i] = matte && matte[i]! < 1 ? own * lit(x, y) : own;
    }
  }
  return [shade, shade, shade];
}
