import type { Rgb, Size } from '../pixels/plane.ts';

/** An evenly lit studio backdrop, nearly white, a touch darker towards the corners; sRGB 0..1. */
export function studioBackdrop({ width, height }: Size): Rgb {
  const shade = new Float32Array(width * height);
  for (let y = 0, i = 0; y < height; y++) {
    const dy = y / height - 0.45;
    for (let x = 0; x < width; x++, i++) {
      const dx = x / width - 0.5;
      shade[i] = (254 - 10 * Math.min(1, (dx * dx + dy * dy) * 2.2)) / 255;
    }
  }
  return [shade, shade, shade];
}
