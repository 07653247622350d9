import { ServiceError } from '@styling/service/errors.ts';
import { openImage } from './open-image.ts';

/** Pixels of an image: `data` has `width * height` times red, green, blue (8 bits each, sRGB), row by row. */
export type RgbImage = { width: number; height: number; data: Uint8Array };

/** Errors name `field`; the image is scaled down (never up) until no side is longer than `maxSide` pixels. */
export type DecodeOptions = { field: string; maxSide?: number };

/**
 * Decodes a JPEG, PNG or WebP image of any colour space to upright sRGB pixels, flattened on white.
 *
 * @throws ServiceError `not_an_image` (also when truncated or corrupt), `bad_image_size`
 */
export async function decodeRgb(bytes: Uint8Array, { field, maxSide }: DecodeOptions): Promise<RgbImage> {
  const image = await openImage(bytes, field, maxSide);
  try {
    const { data, info } = await image.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
    if (info.channels !== 3) throw new Error(`decoded to ${info.channels} channels instead of 3`);
    return { width: info.width, height: info.height, data };
  } catch (cause) {
    throw new ServiceError('not_an_image', { field }, { cause });
  }
}
