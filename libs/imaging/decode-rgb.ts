import { type DecodeOptions, openImage } from './open-image.ts';

/** Pixels of an image: `data` has `width * height` times red, green, blue (8 bits each, sRGB), row by row. */
export type RgbImage = { width: number; height: number; data: Uint8Array };

/**
 * Decodes an image of any accepted format and colour space to upright sRGB pixels, flattened on white.
 *
 * @throws ServiceError as {@link openImage}
 */
export const decodeRgb = (bytes: Uint8Array, options: DecodeOptions): Promise<RgbImage> =>
  openImage(bytes, options, async (image) => {
    const { data, info } = await image.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
    if (info.channels !== 3) throw new Error(`decoded to ${info.channels} channels instead of 3`);
    return { width: info.width, height: info.height, data };
  });
