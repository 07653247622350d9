import type { Sharp } from 'sharp';
import { inspectImage } from './inspect-image.ts';
import { maxImagePixels } from './limits.ts';
import { sharp } from './sharp.ts';

/**
 * The common start of every decode: header checked, turned upright (EXIF), scaled down into a square of `maxSide`
 * pixels (never up), alpha laid on white, 8-bit sRGB. Nothing is decoded before the result is consumed.
 *
 * @throws ServiceError as {@link inspectImage}
 */
export async function openImage(bytes: Uint8Array, field: string, maxSide?: number): Promise<Sharp> {
  await inspectImage(bytes, field);
  // `failOn: 'warning'` refuses truncated files, which libvips would otherwise pad with grey.
  const image = sharp(bytes, { limitInputPixels: maxImagePixels, failOn: 'warning', sequentialRead: true });
  image.autoOrient().flatten({ background: 'white' }).toColourspace('srgb');
  if (maxSide) image.resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true });
  return image;
}
