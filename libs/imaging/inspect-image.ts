import { type ImageFormat, imageFormats, limits } from '@styling/contracts/limits.ts';
import { ServiceError } from '@styling/service/errors.ts';
import type { Metadata } from 'sharp';
import { sharp } from './sharp.ts';
import { unreadableImage } from './unreadable-image.ts';

export const maxImagePixels = limits.imageMegapixels * 1_000_000;

/** In pixels as displayed (EXIF orientation applied). */
export type ImageHeader = { format: ImageFormat; width: number; height: number };

/**
 * Reads only the header, so that a decompression bomb is rejected within a millisecond; pixels may prove undecodable.
 * @throws ServiceError of `field`: `not_an_image`, `incomplete_image` (cut off within the header), `bad_image_size`
 * (`limits`)
 */
export async function inspectImage(bytes: Uint8Array, field: string): Promise<ImageHeader> {
  let header: ImageHeader;
  try {
    // Without sharp's limit, to tell large images from broken ones; only the header is read.
    header = toHeader(await sharp(bytes, { limitInputPixels: false, failOn: 'none' }).metadata());
  } catch (cause) {
    throw unreadableImage(bytes, field, cause);
  }
  const { width, height } = header;
  if (Math.min(width, height) < limits.imageSide || width * height > maxImagePixels) {
    throw new ServiceError('bad_image_size', { field });
  }
  return header;
}

/** In HEIF the codec decides: AV1 makes AVIF, HEVC and others HEIC. */
function toHeader({ format, compression, autoOrient }: Metadata): ImageHeader {
  if (format === 'heif') return { format: compression === 'av1' ? 'avif' : 'heic', ...autoOrient };
  if (format in imageFormats) return { format: format as ImageFormat, ...autoOrient };
  throw new Error(`unexpected image format ${format}`);
}
