import { gaussianBlur } from '../pixels/box-blur.ts';
import type { Plane, Size } from '../pixels/plane.ts';
import { norm } from '../pixels/scalar.ts';

/** Unit vectors along the strands, downwards, in pixels of the picture. */
export type Flow = { dx: Plane; dy: Plane };

/** How far strands are smoothed against noise, and how widely their directions are averaged, in widths of the head. */
const fine = 0.01;
const wide = 0.1;
/** Difference of lightness (0..1) between pixels two apart that a photograph's noise has, too: fainter strands count less. */
const noise = 0.01;
/** Weight of hanging straight down, as such a difference: hair in the dark shows no strands. */
const hanging = 0.0012;

/**
 * Which way hair falls: across the strongest change of lightness round each pixel (structure tensor, Bigün and Granlund 1987), and beyond
 * the hair as in the hair beside it.
 *
 * @param hair 1 where hair is labelled
 * @param isAsked where the flow is needed: it is 0 elsewhere, as angles are slow
 */
export function hairFlow(
  lightness: Plane,
  hair: Plane,
  headWidth: number,
  size: Size,
  isAsked: (i: number) => boolean,
): Flow {
  const { width, height } = size;
  const smooth = gaussianBlur(lightness, size, Math.max(1, fine * headWidth));
  // The strand's direction as a doubled angle: up and down are the same.
  const [cosine, sine] = [new Float32Array(hair.length), new Float32Array(hair.length)];
  for (let y = 1; y + 1 < height; y++)
    for (let x = 1; x + 1 < width; x++) {
      const i = y * width + x;
      if (!hair[i] || !hair[i - 1] || !hair[i + 1] || !hair[i - width] || !hair[i + width]) continue;
      const across = smooth[i + 1]! - smooth[i - 1]!;
      const down = smooth[i + width]! - smooth[i - width]!;
      const weight = 1 / (norm(across, down) + noise);
      cosine[i] = (down * down - across * across) * weight;
      sine[i] = -2 * across * down * weight;
    }
  const sigma = wide * headWidth;
  const near = gaussianBlur(hair, size, sigma);
  const dx = gaussianBlur(cosine, size, sigma, cosine);
  const dy = gaussianBlur(sine, size, sigma, sine);
  for (let i = 0; i < dx.length; i++) {
    if (!isAsked(i)) {
      dx[i] = dy[i] = 0;
      continue;
    }
    const angle = Math.atan2(dy[i]!, dx[i]! - hanging * near[i]!) / 2;
    const downwards = angle < 0 ? -1 : 1;
    dx[i] = downwards * Math.cos(angle);
    dy[i] = downwards * Math.sin(angle);
  }
  return { dx, dy };
}
