import fc from 'fast-check';
import { often } from './often.fixture.ts';

/** Header lines and bytes of a body; `isCutShort` when fewer bytes come than were announced. */
export type Framed = { lines: string[]; body: Buffer; isCutShort: boolean };
const chunk = (bytes: Buffer, size = bytes.length.toString(16)) =>
  Buffer.concat([Buffer.from(`${size}\r\n`), bytes, Buffer.from('\r\n')]);
const LAST_CHUNK = Buffer.from('0\r\n\r\n');
const CHUNKED = 'Transfer-Encoding: chunked';

/** How a body is announced and sent: rightly, or not. */
export const framings: Record<string, (body: Buffer) => Framed> = {
  whole: (body) => ({ lines: [`Content-Length: ${body.length}`], body, isCutShort: false }),
  chunked: (body) => {
    const size = Math.max(1, Math.ceil(body.length / 5));
    const pieces = Array.from({ length: Math.ceil(body.length / size) }, (_, index) =>
      chunk(body.subarray(index * size, (index + 1) * size)),
    );
    return { lines: [CHUNKED], body: Buffer.concat([...pieces, LAST_CHUNK]), isCutShort: false };
  },
  trailers: (body) => {
    const last = Buffer.from('0;a="b"\r\nX-API-Key: x\r\nContent-Length: 5\r\n\r\n');
    const pieces = body.length > 0 ? [chunk(body, `000${body.length.toString(16)};name=value`)] : [];
    return { lines: [CHUNKED], body: Buffer.concat([...pieces, last]), isCutShort: false };
  },
  badChunk: (body) => ({ lines: [CHUNKED], body: Buffer.concat([chunk(body, 'zz'), LAST_CHUNK]), isCutShort: false }),
  hugeChunk: (body) => ({ lines: [CHUNKED], body: chunk(body, 'f'.repeat(20)), isCutShort: false }),
  wrongChunk: (body) => ({
    lines: [CHUNKED],
    body: Buffer.concat([chunk(body, '1'), LAST_CHUNK]),
    isCutShort: body.length < 2,
  }),
  cutChunk: (body) => ({ lines: [CHUNKED], body: chunk(body, (body.length + 9).toString(16)), isCutShort: true }),
  shortLength: (body) => ({ lines: [`Content-Length: ${Math.max(0, body.length - 2)}`], body, isCutShort: false }),
  longLength: (body) => ({ lines: [`Content-Length: ${body.length + 5}`], body, isCutShort: true }),
  excess: (body) => ({
    lines: [`Content-Length: ${body.length}`],
    body: Buffer.concat([body, Buffer.from('more than announced')]),
    isCutShort: false,
  }),
  noLength: (body) => ({ lines: [], body, isCutShort: false }),
  badLength: (body) => ({ lines: ['Content-Length: -1'], body, isCutShort: false }),
  hugeLength: (body) => ({ lines: ['Content-Length: 99999999'], body, isCutShort: true }),
  endlessLength: (body) => ({ lines: [`Content-Length: ${'9'.repeat(30)}`], body, isCutShort: false }),
  twoLengths: (body) => ({ lines: [`Content-Length: ${body.length}`, 'Content-Length: 1'], body, isCutShort: false }),
  bothKinds: (body) => ({ lines: [`Content-Length: ${body.length}`, CHUNKED], body, isCutShort: false }),
  oddCoding: (body) => ({
    lines: ['Transfer-Encoding: gzip, chunked'],
    body: Buffer.concat([chunk(body), LAST_CHUNK]),
    isCutShort: body.length === 0,
  }),
};
/** A name of {@link framings}. */
export const framing = often('whole', 5, fc.constantFrom(...Object.keys(framings)));
