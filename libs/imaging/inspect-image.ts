import { type ImageFormat, imageFormats, limits } from '@styling/contracts/limits.ts';
import { ServiceError } from '@styling/service/errors.ts';
import type { Metadata } from 'sharp';
import { sharp } from './sharp.ts';
import { unreadableImage } from './unreadable-image.ts';

/** Width and height in pixels, as stored. */
export type StoredSize = { readonly width: number; readonly height: number };

const SOI = 0xffd8;
const [SOS, DHT, DQT, DRI, COM] = [0xffda, 0xffc4, 0xffdb, 0xffdd, 0xfffe];
/** Frames of Huffman-coded JPEGs: baseline, extended, progressive. */
const FRAMES = [0xffc0, 0xffc1, 0xffc2];
const [APP0, APP15] = [0xffe0, 0xffef];
const BITS = 8;

/**
 * The size of a JPEG by its headers, in a microsecond (ITU T.81, annex B). Only of one that leaves no doubt: complete segments of the
 * usual kinds up to the first scan, and one frame of 8 bits in grey or three components.
 *
 * @returns undefined for anything else, which a decoder has to judge
 */
export function jpegSize(bytes: Uint8Array): StoredSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.byteLength < 4 || view.getUint16(0) !== SOI) return undefined;
  let size: StoredSize | undefined;
  for (let at = 2; at + 4 <= view.byteLength; ) {
    const marker = view.getUint16(at);
    const length = view.getUint16(at + 2);
    const end = at + 2 + length;
    if (length < 2 || end > view.byteLength) return undefined;
    if (marker === SOS) return size;
    if (FRAMES.includes(marker)) {
      if (size) return undefined;
      size = frameSize(view, at + 4, length);
      if (!size) return undefined;
    } else if (!isPassedOver(marker)) return undefined;
    at = end;
  }
  return undefined;
}

/** The size in a frame header, whose content begins at `at`. */
function frameSize(view: DataView, at: number, length: number): StoredSize | undefined {
  if (length < 8) return undefined;
  const components = view.getUint8(at + 5);
  if (view.getUint8(at) !== BITS || ![1, 3].includes(components) || length !== 8 + 3 * components) return undefined;
  return { height: view.getUint16(at + 1), width: view.getUint16(at + 3) };
}

const isPassedOver = (marker: number): boolean =>
  [DHT, DQT, DRI, COM].includes(marker) || (marker >= APP0 && marker <= APP15);

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
  requireSize(header, field);
  return header;
}

/**
 * Checks the header of `bytes` as {@link inspectImage} does, but that of an ordinary JPEG without a decoder. One whose tables are broken
 * is then found out by who decodes it.
 *
 * @throws as {@link inspectImage}
 */
export async function requireImage(bytes: Uint8Array, field: string): Promise<void> {
  requireSize(jpegSize(bytes) ?? (await readHeader(bytes, field)), field);
}

function requireSize({ width, height }: StoredSize, field: string): void {
  if (Math.min(width, height) >= limits.imageSide && width * height <= maxImagePixels) return;
  throw new ServiceError('bad_image_size', { field });
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
