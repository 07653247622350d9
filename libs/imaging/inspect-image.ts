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
  const header = await readHeader(bytes, field);
  const { width, height } = header;
  if (Math.min(width, height) < limits.imageSide || width * height > maxImagePixels) {
    throw new ServiceError('bad_image_size', { field });
  }
  return header;
}

async function readHeader(bytes: Uint8Array, field: string): Promise<ImageHeader> {
  try {
    // Without sharp's limit, to tell large images from broken ones; only the header is read.
    const metadata = await sharp(bytes, { limitInputPixels: false, failOn: 'none' }).metadata();
    return { format: formatOf(metadata), ...metadata.autoOrient };
  } catch (cause) {
    throw unreadableImage(bytes, field, cause);
  }
}

/** In HEIF the codec decides: AV1 makes AVIF, HEVC and others HEIC. */
function formatOf({ format, compression }: Metadata): ImageFormat {
  if (format === 'heif') return compression === 'av1' ? 'avif' : 'heic';
  if (format in imageFormats) return format as ImageFormat;
  throw new Error(`unexpected image format ${format}`);
}
