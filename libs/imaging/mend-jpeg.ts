const SOI_LENGTH = 2;
const [SOF0, SOF1, EOI, SOS, APP14] = [0xc0, 0xc1, 0xd9, 0xda, 0xee];
/** A stuffed zero, a restart, another fill byte. */
const isData = (code: number | undefined): boolean =>
  code === undefined || code <= 0x01 || code === 0xff || (code >= 0xd0 && code <= 0xd7);
/** All 64 coefficients at once (ITU T.81, table B.3). */
const SEQUENTIAL = [0, 63, 0];

/**
 * Mends faults of cameras and editors that change no pixel: stray bytes between segments, zero scan parameters in a
 * sequential frame (Samsung), undefined Adobe transforms. Missing data stays missing, for decoders to find. Undefined
 * without such a fault.
 */
export function mendJpeg(bytes: Uint8Array): Buffer | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts = [file.subarray(0, SOI_LENGTH)];
  let isSequential = false;
  let isMended = false;
  for (let at = SOI_LENGTH; at < file.length; ) {
    const marker = nextMarker(file, at);
    const code = file[marker + 1];
    // Data of a scan that has begun; elsewhere stray bytes.
    if (isScan(parts.at(-1))) parts.push(file.subarray(at, marker));
    else isMended ||= marker > at;
    if (code === undefined || code === EOI || marker + 4 > file.length) {
      parts.push(file.subarray(marker));
      break;
    }
    at = marker + 2 + file.readUInt16BE(marker + 2);
    const segment = file.subarray(marker, at);
    if (code === SOF0 || code === SOF1) isSequential = true;
    const scan = code === SOS && isSequential ? withSequentialParameters(segment) : segment;
    const isDropped = code === APP14 && hasUnknownTransform(segment);
    isMended ||= isDropped || scan !== segment;
    if (!isDropped) parts.push(scan);
  }
  return isMended ? Buffer.concat(parts) : undefined;
}

const isScan = (part: Buffer | undefined): boolean => part?.[0] === 0xff && part[1] === SOS;

function nextMarker(file: Buffer, from: number): number {
  let at = file.indexOf(0xff, from);
  while (at !== -1 && isData(file[at + 1])) at = file.indexOf(0xff, at + 1);
  return at === -1 ? file.length : at;
}

function withSequentialParameters(scan: Buffer): Buffer {
  const from = scan.length - SEQUENTIAL.length;
  if (SEQUENTIAL.every((value, i) => scan[from + i] === value)) return scan;
  const mended = Buffer.from(scan);
  mended.set(SEQUENTIAL, Math.max(0, from));
  return mended;
}

/** Defined are 0, 1 and 2; the segment's last byte. */
const hasUnknownTransform = (segment: Buffer): boolean =>
  segment.toString('latin1', 4, 9) === 'Adobe' && segment.length >= 16 && (segment[15] ?? 0) > 2;
