import type { Sharp } from 'sharp';
import type { RgbImage } from './decode-rgb.ts';
import { provenanceXmp } from './provenance.ts';
import { sharp } from './sharp.ts';

/** `quality` is 1 to 100, default 90; `generated` adds the metadata of a generated picture ({@link provenanceXmp}). */
export type JpegOptions = { quality?: number; generated?: boolean };

/** Configures `image` to be encoded as a JPEG with full colour resolution (4:4:4) and without its source's metadata. */
export function asJpeg(image: Sharp, { quality = 90, generated = false }: JpegOptions = {}): Sharp {
  if (generated) image.withXmp(provenanceXmp);
  return image.jpeg({ quality, chromaSubsampling: '4:4:4' });
}

/** Encodes pixels as a JPEG file. The same pixels and options give the same bytes. */
export async function encodeJpeg({ width, height, data }: RgbImage, options: JpegOptions = {}): Promise<Uint8Array> {
  return asJpeg(sharp(data, { raw: { width, height, channels: 3 } }), options).toBuffer();
}
