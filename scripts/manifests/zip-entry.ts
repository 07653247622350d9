import { inflateRawSync } from 'node:zlib';

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const DEFLATED = 8;

/**
 * One file of a ZIP archive (PKWARE APPNOTE 6.3, without ZIP64 and encryption); its length is checked.
 *
 * @throws Error when the archive does not hold it, or is none
 */
export function zipEntry(archive: Buffer, name: string): Buffer {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0 || archive.readUInt32LE(end) !== END_OF_DIRECTORY) throw new Error('not a ZIP archive');
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    if (archive.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new Error('the directory of the ZIP archive is broken');
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset));
    if (archive.toString('utf8', at + 46, at + 46 + (nameLength ?? 0)) === name) return contents(archive, at);
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  }
  throw new Error(`no ${name} in the ZIP archive`);
}

function contents(archive: Buffer, entry: number): Buffer {
  const header = archive.readUInt32LE(entry + 42);
  const start = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
  const packed = archive.subarray(start, start + archive.readUInt32LE(entry + 20));
  const bytes = archive.readUInt16LE(entry + 10) === DEFLATED ? inflateRawSync(packed) : packed;
  if (bytes.length !== archive.readUInt32LE(entry + 24)) throw new Error('the ZIP archive is damaged');
  return bytes;
}
