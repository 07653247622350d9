import { ServiceError } from '@styling/service/errors.ts';
import { asJpeg } from './encode-jpeg.ts';
import { maxJpegSide } from './limits.ts';
import { openImage } from './open-image.ts';

/** A JPEG file encoded by this service; `width` and `height` in pixels. */
export type NormalisedJpeg = { bytes: Uint8Array; width: number; height: number; mime_type: 'image/jpeg' };

/**
 * Re-encodes any accepted image as a plain upright JPEG, without metadata (EXIF, GPS, ICC, XMP) and without data appended
 * to the file.
 *
 * @param options errors name `field` (default `image`); `maxSide` scales down, in pixels; `generated` marks the picture as
 *   made by a model
 * @throws ServiceError `not_an_image` (also when truncated or corrupt), `bad_image_size`
 */
export async function normaliseJpeg(
  bytes: Uint8Array,
  {
    field = 'image',
    maxSide = maxJpegSide,
    generated = false,
  }: { field?: string; maxSide?: number; generated?: boolean } = {},
): Promise<NormalisedJpeg> {
  const image = await openImage(bytes, field, Math.min(maxSide, maxJpegSide));
  try {
    const { data, info } = await asJpeg(image, { generated }).toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height, mime_type: 'image/jpeg' };
  } catch (cause) {
    throw new ServiceError('not_an_image', { field }, { cause });
  }
}
