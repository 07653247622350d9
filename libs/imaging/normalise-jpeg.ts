import { asJpeg } from './encode-jpeg.ts';
import { type DecodeOptions, openImage } from './open-image.ts';

/** The longest side libjpeg can write (JPEG_MAX_DIMENSION), in pixels. */
const MAX_JPEG_SIDE = 65_500;

/**
 * Re-encodes any accepted image as a plain upright JPEG, without metadata (EXIF, GPS, ICC, XMP) and without data appended
 * to the file. `width` and `height` are in pixels.
 *
 * @param options errors name `field` (default `image`); `maxSide` scales down; `generated` marks a picture made by a model
 * @throws ServiceError as {@link openImage}
 */
export const normaliseJpeg = (
  bytes: Uint8Array,
  {
    field = 'image',
    maxSide = MAX_JPEG_SIDE,
    generated = false,
  }: Partial<DecodeOptions> & { generated?: boolean } = {},
): Promise<{ bytes: Uint8Array; width: number; height: number }> =>
  openImage(bytes, { field, maxSide: Math.min(maxSide, MAX_JPEG_SIDE) }, async (image) => {
    const { data, info } = await asJpeg(image, { generated }).toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  });
