import type { RgbImage } from './decode-rgb.ts';
import { sharp } from './sharp.ts';

/** A picture with another number of pixels: fewer by Lanczos' filter, more by a cubic one. The same pixels give the same ones. */
export async function resizeRgb(
  { data, ...from }: RgbImage,
  { width, height }: { width: number; height: number },
): Promise<RgbImage> {
  const kernel = width < from.width ? 'lanczos3' : 'cubic';
  const resized = sharp(data, { raw: { ...from, channels: 3 } }).resize({ width, height, fit: 'fill', kernel });
  return { width, height, data: await resized.raw().toBuffer() };
}
