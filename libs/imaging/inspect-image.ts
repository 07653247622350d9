import { type ImageFormat, imageFormats, limits } from '@styling/contracts/limits.ts';
import { ServiceError } from '@styling/service/errors.ts';
import type { Metadata } from 'sharp';
import { sharp } from './sharp.ts';
import { unreadableImage } from './unreadable-image.ts';

/** Most pixels of an image. */
export const maxImagePixels = limits.imageMegapixels * 1_000_000;

/** An image's header; `width` and `height` are in pixels, as displayed (EXIF orientation applied). */
export type ImageHeader = { format: ImageFormat; width: number; height: number };

/**
 * Reads the header of `bytes` without decoding pixels, so that a decompression bomb is rejected within a millisecond. Only
 * {@link decodeRgb} and {@link normaliseJpeg} find out whether the pixels can be decoded.
 *
 * @param field the request field the bytes came from, named in errors
 * @throws ServiceError `not_an_image`: not the header of an accepted format; `incomplete_image`: cut off within the header;
 *   `bad_image_size`: outside of the `limits` of the API
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
    // Without sharp's own limit, to tell large images from broken ones; only the header is read here.
    const metadata = await sharp(bytes, { limitInputPixels: false, failOn: 'none' }).metadata();
    return { format: formatOf(metadata), ...metadata.autoOrient };
  } catch (cause) {
    throw unreadableImage(bytes, field, cause);
  }
}

/** The format of a picture; in a HEIF container the codec decides: AV1 makes it AVIF, HEVC and others make it HEIC. */
function formatOf({ format, compression }: Metadata): ImageFormat {
  if (format === 'heif') return compression === 'av1' ? 'avif' : 'heic';
  if (format in imageFormats) return format as ImageFormat;
  throw new Error(`unexpected image format ${format}`);
}
