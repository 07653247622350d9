import type { Sharp } from 'sharp';
import { type DecodeOptions, openImage } from './open-image.ts';
import { sharp } from './sharp.ts';

/** `data`: `width * height` times red, green, blue (8 bits each, sRGB), row by row. */
export type RgbImage = { width: number; height: number; data: Uint8Array };

/** Any accepted image as upright sRGB pixels, flattened on white. @throws ServiceError like {@link openImage} */
export const decodeRgb = (bytes: Uint8Array, options: DecodeOptions): Promise<RgbImage> =>
  openImage(bytes, options, async (image) => {
    const { data, info } = await image.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
    if (info.channels !== 3) throw new Error(`decoded to ${info.channels} channels instead of 3`);
    return { width: info.width, height: info.height, data };
  });

/** Lanczos down, cubic up. Deterministic. */
export async function resizeRgb(
  { data, ...from }: RgbImage,
  { width, height }: { width: number; height: number },
): Promise<RgbImage> {
  const kernel = width < from.width ? 'lanczos3' : 'cubic';
  const resized = sharp(data, { raw: { ...from, channels: 3 } }).resize({ width, height, fit: 'fill', kernel });
  return { width, height, data: await resized.raw().toBuffer() };
}

/** `quality` 1 to 100, default 90; `generated` adds {@link provenanceXmp}. */
export type JpegOptions = { quality?: number; generated?: boolean };

/** JPEG with full colour resolution (4:4:4), without its source's metadata. */
export function asJpeg(image: Sharp, { quality = 90, generated = false }: JpegOptions = {}): Sharp {
  if (generated) image.withXmp(provenanceXmp);
  return image.jpeg({ quality, chromaSubsampling: '4:4:4' });
}

/** Deterministic: the same pixels and options give the same bytes. */
export async function encodeJpeg({ width, height, data }: RgbImage, options: JpegOptions = {}): Promise<Uint8Array> {
  return asJpeg(sharp(data, { raw: { width, height, channels: 3 } }), options).toBuffer();
}

/** libjpeg's JPEG_MAX_DIMENSION, pixels. */
const MAX_JPEG_SIDE = 65_500;

/**
 * Any accepted image as an upright JPEG without metadata (EXIF, GPS, ICC, XMP) or appended data; sizes in pixels.
 * @throws ServiceError like {@link openImage}, naming `field` (default `image`)
 */
export const normaliseJpeg = (
  bytes: Uint8Array,
  { field = 'image', maxSide = MAX_JPEG_SIDE, ...options }: Partial<DecodeOptions> & { generated?: boolean } = {},
): Promise<{ bytes: Uint8Array; width: number; height: number }> =>
  openImage(bytes, { field, maxSide: Math.min(maxSide, MAX_JPEG_SIDE) }, async (image) => {
    const { data, info } = await asJpeg(image, options).toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  });

/** IPTC: a photograph changed with trained models; also for the embedded engine, see docs/decisions/0012. */
const DIGITAL_SOURCE_TYPE = 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia';

/** XMP packet (ISO 16684-1), constant: equal pixels give equal bytes, nothing about a person or request. */
export const provenanceXmp = `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
  <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description rdf:about=""
      xmlns:xmp="http://ns.adobe.com/xap/1.0/"
      xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
      xmp:CreatorTool="Image styling service"
      Iptc4xmpExt:DigitalSourceType="${DIGITAL_SOURCE_TYPE}"/>
  </rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>`;
