/** What lies beside the pixels in a JPEG file: the kinds of its metadata, in order, and the text of its XMP packet. */
export type JpegMetadata = { kinds: string[]; xmp: string | undefined };

/** How segments that may reveal a picture's origin start (ITU-T T.81 B.2.4.6; CIPA DC-008; ISO 16684-3). */
const kinds: readonly (readonly [kind: string, marker: number, begins: string])[] = [
  ['exif', 0xe1, 'Exif\0'],
  ['xmp', 0xe1, 'http://ns.adobe.com/xap/1.0/\0'],
  ['xmp extension', 0xe1, 'http://ns.adobe.com/xmp/extension/\0'],
  ['icc', 0xe2, 'ICC_PROFILE\0'],
  ['iptc', 0xed, 'Photoshop 3.0\0'],
  ['comment', 0xfe, ''],
];
const START_OF_SCAN = 0xda;

/** Reads the segments of a JPEG file byte by byte: no library decides what is there. */
export function jpegMetadata(file: Uint8Array): JpegMetadata {
  const bytes = Buffer.from(file);
  if (bytes.readUInt16BE(0) !== 0xffd8) throw new Error('not a JPEG file');
  const found: JpegMetadata = { kinds: [], xmp: undefined };
  for (let at = 2; ; ) {
    if (bytes[at] !== 0xff) throw new Error(`no marker at byte ${at}`);
    const marker = bytes[at + 1] ?? 0;
    if (marker === START_OF_SCAN) return found;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    const content = bytes.subarray(at + 4, end);
    const known = kinds.find(([, of, begins]) => of === marker && content.toString('latin1').startsWith(begins));
    // APP0 is JFIF, APP14 Adobe's colour transform: both are about decoding. Any other application's is metadata.
    const application = marker >= 0xe0 && marker <= 0xef && marker !== 0xe0 && marker !== 0xee;
    if (known) found.kinds.push(known[0]);
    else if (application) found.kinds.push(`application ${marker - 0xe0}`);
    if (known?.[0] === 'xmp') found.xmp = content.subarray(known[2].length).toString();
    at = end;
  }
}
