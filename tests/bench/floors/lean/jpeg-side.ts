/** The shorter side of a JPEG, in pixels, by its frame header; 0 of anything else. */
export function jpegSide(bytes: Buffer): number {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return 0;
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] ?? 0;
    // SOF0 to SOF2: baseline, extended, progressive.
    if (marker >= 0xc0 && marker <= 0xc2) return Math.min(bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7));
  }
  return 0;
}
