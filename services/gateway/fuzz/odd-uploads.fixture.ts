import fc from 'fast-check';

const BOUNDARY = 'boundary';
const part = (headers: string, content: Buffer) =>
  Buffer.concat([Buffer.from(`--${BOUNDARY}\r\n${headers}\r\n\r\n`), content, Buffer.from('\r\n')]);
const end = Buffer.from(`--${BOUNDARY}--\r\n`);
const FILE = 'Content-Disposition: form-data; name="image"; filename="a.jpg"';

/** Bodies of POST /assets: pictures and forms, whole, damaged or of something else. */
export const oddUploads = (selfie: Buffer): fc.Arbitrary<Buffer> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(selfie) },
    { weight: 3, arbitrary: fc.constant(Buffer.concat([part(FILE, selfie), end])) },
    { weight: 1, arbitrary: fc.nat(selfie.length).map((length) => selfie.subarray(0, length)) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.string({ unit: 'binary', maxLength: 60 }), fc.nat(selfie.length + 200), fc.boolean())
        .map(([header, length, isFirst]) => {
          const odd = part(`Content-Disposition: ${header}`, Buffer.from(header));
          const parts = isFirst ? [odd, part(FILE, selfie)] : [part(FILE, selfie), odd];
          return Buffer.concat([...parts, end]).subarray(0, length);
        }),
    },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)) },
  );

/** Media types of them. */
export const uploadTypes = fc.constantFrom<string[][]>(
  ['Content-Type: image/jpeg'],
  [`Content-Type: multipart/form-data; boundary=${BOUNDARY}`],
  [`Content-Type: multipart/form-data; boundary="${BOUNDARY}"; charset=x`],
  ['Content-Type: multipart/form-data; boundary='],
  [`Content-Type: multipart/form-data; boundary=${'b'.repeat(3_000)}`],
  ['Content-Type: application/json'],
  [],
);
