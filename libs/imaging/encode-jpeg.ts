import type { Sharp } from 'sharp';
import type { RgbImage } from './decode-rgb.ts';
import { sharp } from './sharp.ts';

/** Sets `image` to come out as a JPEG with full colour resolution (4:4:4) and no metadata; `quality` is 1 to 100. */
export const asJpeg = (image: Sharp, quality = 90): Sharp => image.jpeg({ quality, chromaSubsampling: '4:4:4' });

/** Encodes pixels as a JPEG file without metadata. @param options `quality` 1 to 100, default 90 */
export async function encodeJpeg(image: RgbImage, options: { quality?: number } = {}): Promise<Uint8Array> {
  const { width, height, data } = image;
  return asJpeg(sharp(data, { raw: { width, height, channels: 3 } }), options.quality).toBuffer();
}
