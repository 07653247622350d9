import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Base64Decoder } from './base64-decoder.ts';

function decode(...pieces: string[]): Buffer | string {
  return decodeExpecting(0, pieces);
}
function decodeExpecting(expected: number, pieces: string[]): Buffer | string {
  const decoder = new Base64Decoder(expected);
  for (const piece of pieces) decoder.write(Buffer.from(piece, 'latin1'));
  return decoder.end();
}

/** `text` cut at the given fractions of its length. */
function cut(text: string, fractions: number[]): string[] {
  const at = [0, ...fractions.map((fraction) => Math.floor(fraction * text.length)).sort((a, b) => a - b), text.length];
  return at.slice(1).map((end, index) => text.slice(at[index], end));
}
const fractions = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 });

describe('Base64Decoder', () => {
  test('given any bytes as base64, when cut anywhere, then the same bytes come out', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fractions, (bytes, cuts) => {
        expect(decode(...cut(Buffer.from(bytes).toString('base64'), cuts))).toEqual(Buffer.from(bytes));
      }),
    );
  });

  test.each([1, 3_000, 60_000, 1e9])(
    'given %i characters announced, when others come, then the same bytes come out',
    (expected) => {
      const bytes = Buffer.from(Array.from({ length: 30_000 }, (_, at) => (at * 7) % 256));
      const text = bytes.toString('base64');
      const pieces = Array.from({ length: Math.ceil(text.length / 1001) }, (_, at) =>
        text.slice(at * 1001, at * 1001 + 1001),
      );
      expect(Buffer.compare(decodeExpecting(expected, pieces) as Buffer, bytes)).toBe(0);
    },
  );

  test('given much announced and little sent, then only some times what was sent is set aside', () => {
    const decoded = decodeExpecting(1e9, ['QUJD'.repeat(1000)]);
    expect(decoded).toHaveLength(3000);
    expect((decoded as Buffer).buffer.byteLength).toBeLessThan(30_000);
  });

  test('given a piece, then write returns whether all of it was in an alphabet', () => {
    const decoder = new Base64Decoder();
    const write = (text: string) => decoder.write(Buffer.from(text, 'latin1'));
    expect(['QUJDQ', 'U-_', 'JDQUI=', '\n', 'QUJD'].map(write)).toEqual([true, true, false, false, false]);
  });

  test('given any bytes as a phone or browser may write them, when cut anywhere, then the same bytes come out', () => {
    const spelled = fc.record({
      isUrlSafe: fc.boolean(),
      isPadded: fc.boolean(),
      lineLength: fc.constantFrom(1, 64, 76, 1000),
      space: fc.constantFrom('', '\n', '\r\n', ' ', '\t'),
      end: fc.constantFrom('', '\n', ' \r\n'),
    });
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), spelled, fractions, (bytes, spelling, cuts) => {
        const { isUrlSafe, isPadded, lineLength, space, end } = spelling;
        const base64 = Buffer.from(bytes).toString('base64');
        const alphabet = isUrlSafe ? base64.replaceAll('+', '-').replaceAll('/', '_') : base64;
        const padded = isPadded ? alphabet : alphabet.replaceAll('=', '');
        const text = (padded.match(new RegExp(`.{1,${lineLength}}`, 'g')) ?? []).join(space) + end;
        expect(decode(...cut(text, cuts))).toEqual(Buffer.from(bytes));
      }),
    );
  });

  test('given base64 with one character changed to one that is none of it, then the error names it and its position', () => {
    const outside = fc
      .integer({ min: 0x21, max: 0x7e })
      .map((byte) => String.fromCharCode(byte))
      .filter((char) => !/[\w+/=-]/.test(char));
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 3, maxLength: 60 }),
        fc.nat(),
        outside,
        fractions,
        (bytes, at, char, cuts) => {
          const text = Buffer.from(bytes).toString('base64');
          const position = at % (text.length - 3);
          const changed = text.slice(0, position) + char + text.slice(position + 1);
          expect(decode(...cut(changed, cuts))).toBe(`unexpected character ${char} at position ${position + 1}`);
        },
      ),
    );
  });

  test.each([
    ['half the padding', 'QQ=', 'wrong number of padding characters: 1'],
    ['too much padding', 'QQ===', 'wrong number of padding characters: 3'],
    ['only padding', '====', 'wrong number of padding characters: 4'],
    ['a single character', 'Q', 'ends in the middle of a byte, at position 1'],
    ['data after padding', 'QQ==QUJD', 'unexpected character Q at position 5'],
    ['data after padding and white space', 'QQ==\nQUJD', 'unexpected character Q at position 6'],
    ['padding twice', 'QQ==QQ==', 'unexpected character Q at position 5'],
    ['two faults', 'QU*D=Q', 'unexpected character * at position 3'],
    ['a zero byte', 'QUJ\0', 'unexpected unprintable character at position 4'],
    ['a character beyond ASCII', 'QUJ\xc3', 'unexpected unprintable character at position 4'],
  ])('given %s, when cut anywhere, then the error says what is wrong', (_, text, fault) => {
    for (let at = 0; at <= text.length; at++) expect(decode(text.slice(0, at), text.slice(at))).toBe(fault);
    expect(decode(...text)).toBe(fault);
  });

  test('given a megabyte of padding, then it is refused in the time of a megabyte', () => {
    expect(decode('='.repeat(1_000_000))).toMatch(/^wrong number of padding/);
  });

  test('given nothing, then nothing comes out', () => {
    expect(decode()).toEqual(Buffer.alloc(0));
    expect(decode('', '')).toEqual(Buffer.alloc(0));
  });
});
