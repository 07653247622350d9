import type { RgbImage } from '@styling/imaging';
import type { Triple } from '../pixels/colour.ts';
import { median } from '../pixels/statistics.ts';

/** The median of each channel over pixels of an image. */
export function medianColour({ data }: RgbImage, pixels: readonly number[]): Triple {
  const channel = (c: number) => median(pixels.map((i) => data[i * 3 + c]!));
  return [channel(0), channel(1), channel(2)];
}
