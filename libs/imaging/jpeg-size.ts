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
