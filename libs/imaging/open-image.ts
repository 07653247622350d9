import { ServiceError } from '@styling/service/errors.ts';
import type { Sharp } from 'sharp';
import { inspectImage, maxImagePixels } from './inspect-image.ts';
import { sharp } from './sharp.ts';

/** Errors name `field`; the image is scaled down (never up) until no side is longer than `maxSide` pixels. */
export type DecodeOptions = { field: string; maxSide?: number };

/**
 * Decodes an image for `use`: checks the header, applies the EXIF orientation, scales down, flattens on white, converts to
 * 8-bit sRGB. Pixels are decoded when `use` consumes the image.
 *
 * @throws ServiceError `not_an_image` (also when truncated or corrupt), `bad_image_size`
 */
export async function openImage<Result>(
  bytes: Uint8Array,
  { field, maxSide }: DecodeOptions,
  use: (image: Sharp) => Promise<Result>,
): Promise<Result> {
  await inspectImage(bytes, field);
  // `failOn: 'warning'` rejects truncated files, which libvips would otherwise pad with grey.
  const image = sharp(bytes, { limitInputPixels: maxImagePixels, failOn: 'warning', sequentialRead: true });
  image.autoOrient().flatten({ background: 'white' }).toColourspace('srgb');
  if (maxSide) image.resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true });
  try {
    return await use(image);
  } catch (cause) {
    throw new ServiceError('not_an_image', { field }, { cause });
  }
}
