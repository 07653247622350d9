import { crc32, deflateSync } from 'node:zlib';

/** Signature and header chunk, which come before all others. */
const BEGINNING = 8 + 25;

/** Returns `png` with a colour profile (ICC), as a chunk `iCCP` after its header (PNG specification, 11.3.2.3). */
export function addColourProfile(png: Buffer, icc: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from('iCCPicc\0\0', 'latin1'), deflateSync(icc)]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([png.subarray(0, BEGINNING), length, body, check, png.subarray(BEGINNING)]);
}
