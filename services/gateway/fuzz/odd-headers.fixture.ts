import fc from 'fast-check';

/** `usual` in most cases, `weight` times as often as something `odd`. */
export const often = <T>(usual: T, weight: number, odd: fc.Arbitrary<T>) =>
  fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: odd });

/** Header lines with a body's type: none, the right one, or another. */
export const contentTypes = often<string[]>(
  ['Content-Type: application/json'],
  6,
  fc.constantFrom<string[][]>(
    [],
    ['Content-Type:'],
    ['Content-Type: text/plain'],
    ['Content-Type: application/json; charset=utf-8'],
    ['Content-Type: application/json; charset=UTF-16'],
    ['Content-Type: multipart/form-data; boundary=application/json'],
    ['Content-Type: application/json', 'Content-Type: text/plain'],
    [`Content-Type: application/json;${' '.repeat(8_000)}x`],
    ['Content-Type: \xff\xfe'],
  ),
);

/** Header lines with a key or without; `{first}` and the like stand for the test's keys. */
export const keyHeaders = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom('first', 'second', 'other').map((key) => ({ key, lines: [`X-API-Key: {${key}}`] })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom<string[][]>(
        [],
        ['X-API-Key:'],
        ['X-API-Key: iss_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA3Ae0o2'],
        ['X-API-Key: {first}', 'X-API-Key: {second}'],
        ['X-API-Key: {first}, {first}'],
        ['X-API-Key: {first}x'],
        [`X-API-Key: ${'x'.repeat(20_000)}`],
        ['X-API-Key: \xff\0'],
        ['X-API-Key: __proto__'],
        ['Authorization: Bearer {first}'],
      )
      .map((lines) => ({ key: 'none', lines })),
  },
);

/** Header lines that should change nothing, or that cannot be read. */
export const otherHeaders = often<string[]>(
  [],
  6,
  fc.constantFrom<string[][]>(
    ['Content-Encoding: gzip'],
    ['Prefer: respond-async, wait=60'],
    ['Prefer: wait = "60";x=y', 'Prefer: ,"a, b, respond-async'],
    ['Prefer: respond-async, wait=abc'],
    [`Prefer: ${'"\\'.repeat(4_000)}`],
    ['Cancel-After: 1h', 'Cancel-After: 5s'],
    [`Cancel-After: ${'9'.repeat(8_000)}s`],
    ['Content-Encoding: br, gzip'],
    ['Expect: 100-continue'],
    ['Upgrade: websocket', 'Connection: Upgrade'],
    ['X-Request-Id: mine', 'X-Request-Id: \r\n folded'],
    [`X-Long: ${'x'.repeat(30_000)}`],
    Array.from({ length: 300 }, (_, index) => `X-${index}: y`),
    ['No colon'],
    [': no name'],
    ['Bad name : x'],
    ['X-Nul: \0'],
    ['Accept: text/html', 'Accept-Encoding: gzip', 'Origin: https://a.example', 'If-None-Match: *', 'Range: bytes=0-1'],
    ['X-HTTP-Method-Override: DELETE', 'X-Forwarded-Host: evil.example', 'X-Original-URL: /usage'],
  ),
);

/** Header lines and bytes of a body; `isCutShort` when fewer bytes come than were announced. */
export type Framed = { lines: string[]; body: Buffer; isCutShort: boolean };
const chunk = (bytes: Buffer, size = bytes.length.toString(16)) =>
  Buffer.concat([Buffer.from(`${size}\r\n`), bytes, Buffer.from('\r\n')]);
const LAST_CHUNK = Buffer.from('0\r\n\r\n');
const CHUNKED = 'Transfer-Encoding: chunked';

/** Framings of a body, right and wrong. */
export const framings: Record<string, (body: Buffer) => Framed> = {
  whole: (body) => ({ lines: [`Content-Length: ${body.length}`], body, isCutShort: false }),
  chunked: (body) => {
    const size = Math.max(1, Math.ceil(body.length / 5));
    const pieces = Array.from({ length: Math.ceil(body.length / size) }, (_, index) =>
      chunk(body.subarray(index * size, (index + 1) * size)),
    );
    return { lines: [CHUNKED], body: Buffer.concat([...pieces, LAST_CHUNK]), isCutShort: false };
  },
  badChunk: (body) => ({ lines: [CHUNKED], body: Buffer.concat([chunk(body, 'zz'), LAST_CHUNK]), isCutShort: false }),
  cutChunk: (body) => ({ lines: [CHUNKED], body: chunk(body, (body.length + 9).toString(16)), isCutShort: true }),
  excess: (body) => ({
    lines: [`Content-Length: ${body.length}`],
    body: Buffer.concat([body, Buffer.from('more than announced')]),
    isCutShort: false,
  }),
  noLength: (body) => ({ lines: [], body, isCutShort: false }),
  twoLengths: (body) => ({ lines: [`Content-Length: ${body.length}`, 'Content-Length: 1'], body, isCutShort: false }),
  bothKinds: (body) => ({ lines: [`Content-Length: ${body.length}`, CHUNKED], body, isCutShort: false }),
};
/** A name of {@link framings}. */
export const framing = often('whole', 5, fc.constantFrom(...Object.keys(framings)));
