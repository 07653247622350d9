import { ServiceError } from '@styling/service/errors.ts';

/** `incomplete_image` if the file was cut off, else `not_an_image`, of `field`; `details` are for the client. */
export function unreadableImage(bytes: Uint8Array, field: string, cause: unknown, details?: string): ServiceError {
  const code = endsEarly(bytes) ? 'incomplete_image' : 'not_an_image';
  return new ServiceError(code, { field, ...(details && { details }) }, { cause });
}

/** Without a length: stuffed zeros, TEM, restarts, start of image. */
const isBareMarker = (marker: number): boolean =>
  marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8) || marker === 0xff;
const [EOI, TRAILER, EXTENSION, FRAME] = [0xd9, 0x3b, 0x21, 0x2c];

/** Whether a file is shorter than its own lengths say; nothing is decoded. False for an unknown structure. */
export function endsEarly(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const has = (text: string, at: number) => file.toString('latin1', at, at + text.length) === text;
  try {
    if (has('\xff\xd8', 0)) return !hasEndOfJpeg(file);
    if (has('\x89PNG', 0)) return !hasEndOfPng(file);
    if (has('RIFF', 0) && has('WEBP', 8)) return 8 + file.readUInt32LE(4) > file.length;
    if (has('ftyp', 4)) return endOfBoxes(file) > file.length;
    if (has('GIF8', 0)) return !hasEndOfGif(file);
  } catch (error) {
    // A length lies behind the end of the file.
    if (error instanceof RangeError) return true;
    throw error;
  }
  return false;
}

/** ITU T.81, annex B. Bytes between segments are passed over, as decoders do. */
function hasEndOfJpeg(file: Buffer): boolean {
  for (let at = file.indexOf(0xff, 2); at !== -1; at = file.indexOf(0xff, at)) {
    const marker = file.readUInt8(at + 1);
    if (marker === EOI) return true;
    if (marker === 0xff) at += 1;
    else at += 2 + (isBareMarker(marker) ? 0 : file.readUInt16BE(at + 2));
  }
  return false;
}

/** PNG specification, clause 5: chunks up to `IEND`. */
function hasEndOfPng(file: Buffer): boolean {
  for (let at = 8; ; ) {
    const end = at + 12 + file.readUInt32BE(at);
    if (end > file.length) return false;
    if (file.toString('latin1', at + 4, at + 8) === 'IEND') return true;
    at = end;
  }
}

/** ISO 14496-12, clause 4.2. */
function endOfBoxes(file: Buffer): number {
  let at = 0;
  while (at < file.length) {
    const short = file.readUInt32BE(at);
    const size = short === 1 ? Number(file.readBigUInt64BE(at + 8)) : short;
    // The last box may extend to the end of the file, with a size of 0; anything else below 8 is no box.
    if (size < 8) return file.length;
    at += size;
  }
  return at;
}

/** GIF89a, grammar of appendix B. */
function hasEndOfGif(file: Buffer): boolean {
  const tableAfter = (flags: number) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);
  let at = 13 + tableAfter(file.readUInt8(10));
  for (;;) {
    const block = file.readUInt8(at);
    if (block === TRAILER) return true;
    if (block === EXTENSION) at += 2;
    else if (block === FRAME) at += 11 + tableAfter(file.readUInt8(at + 9));
    else return true;
    for (let size = file.readUInt8(at); size > 0; size = file.readUInt8(at)) at += size + 1;
    at += 1;
  }
}
