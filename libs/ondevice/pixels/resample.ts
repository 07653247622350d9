import { type RgbImage, resizeRgb } from '@styling/imaging';
import type { Plane, Size } from './plane.ts';
import type { Point } from './points.ts';
import { clamp, mix } from './scalar.ts';

/** Means of `factor` x `factor` blocks; those cut at the right and bottom border count as far as they go. */
export function shrink(source: Plane, { width, height }: Size, factor: number): { plane: Plane; size: Size } {
  const size = { width: Math.ceil(width / factor), height: Math.ceil(height / factor) };
  const plane = new Float32Array(size.width * size.height);
  for (let row = 0, at = 0; row < size.height; row++)
    for (let column = 0; column < size.width; column++, at++) {
      const [right, bottom] = [Math.min(width, (column + 1) * factor), Math.min(height, (row + 1) * factor)];
      let sum = 0;
      for (let y = row * factor; y < bottom; y++)
        for (let x = column * factor; x < right; x++) sum += source[y * width + x]!;
      plane[at] = sum / ((right - column * factor) * (bottom - row * factor));
    }
  return { plane, size };
}

/**
 * A plane as seen in a copy of the picture whose pixels are `factor` times as large, or smaller if that is less than 1: the bilinear value
 * at the centre of each, clamped at the border. Up to 2 no pixel is left out.
 *
 * @param corner where the copy's corner lies in the picture, of which the copy may show a part
 */
export function samplePlane(
  plane: Plane,
  { width, height }: Size,
  factor: number,
  to: Size,
  [left, top]: Point = [0, 0],
): Plane {
  const out = new Float32Array(to.width * to.height);
  const [lefts, shares] = [new Int32Array(to.width), new Float64Array(to.width)];
  for (let x = 0; x < to.width; x++) {
    const u = clamp(left + (x + 0.5) * factor - 0.5, 0, width - 1);
    lefts[x] = Math.min(Math.floor(u), Math.max(0, width - 2));
    shares[x] = u - lefts[x]!;
  }
  const right = width > 1 ? 1 : 0;
  for (let y = 0, i = 0; y < to.height; y++) {
    const v = clamp(top + (y + 0.5) * factor - 0.5, 0, height - 1);
    const above = Math.floor(v) * width;
    const below = Math.min(height - 1, Math.floor(v) + 1) * width;
    const down = v - Math.floor(v);
    for (let x = 0; x < to.width; x++, i++) {
      const at = above + lefts[x]!;
      const under = below + lefts[x]!;
      const value = mix(plane[at]!, plane[at + right]!, shares[x]!);
      out[i] = mix(value, mix(plane[under]!, plane[under + right]!, shares[x]!), down);
    }
  }
  return out;
}

/** A copy of a picture with about `pixels`; the picture itself if it has no more. */
export async function smallerCopy(image: RgbImage, pixels: number): Promise<RgbImage> {
  const { width, height } = image;
  const scale = Math.sqrt(pixels / (width * height));
  if (scale >= 1) return image;
  return resizeRgb(image, { width: Math.round(width * scale), height: Math.round(height * scale) });
}
