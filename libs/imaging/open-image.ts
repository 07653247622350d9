import type { Sharp } from 'sharp';
import { inspectImage } from './inspect-image.ts';
import { maxImagePixels } from './limits.ts';
import { sharp } from './sharp.ts';

/**
 * Prepares any decode: checks the header, applies the EXIF orientation, scales down to fit a square of `maxSide` pixels
 * (never up), flattens on white, converts to 8-bit sRGB. Pixels are decoded when the result is consumed.
 *
 * @throws ServiceError as {@link inspectImage}
 */
export async function openImage(bytes: Uint8Array, field: string, maxSide?: number): Promise<Sharp> {
  await inspectImage(bytes, field);
  // `failOn: 'warning'` rejects truncated files, which libvips would otherwise pad with grey.
  const image = sharp(bytes, { limitInputPixels: maxImagePixels, failOn: 'warning', sequentialRead: true });
  image.autoOrient().flatten({ background: 'white' }).toColourspace('srgb');
  if (maxSide) image.resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true });
  return image;
}
