import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Base64Decoder } from './base64-decoder.ts';

function decode(...pieces: string[]): Buffer | undefined {
  return decodeExpecting(0, pieces);
}
function decodeExpecting(expected: number, pieces: string[]): Buffer | undefined {
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
      expect(decodeExpecting(expected, pieces)?.equals(bytes)).toBe(true);
    },
  );

  test('given much announced and little sent, then only some times what was sent is set aside', () => {
    const decoded = decodeExpecting(1e9, ['QUJD'.repeat(1000)]);
    expect(decoded).toHaveLength(3000);
    expect(decoded?.buffer.byteLength).toBeLessThan(30_000);
  });

  test('given a piece, then it is told whether all of it was base64', () => {
    const decoder = new Base64Decoder();
    const write = (text: string) => decoder.write(Buffer.from(text, 'latin1'));
    expect(['QUJDQ', 'U', 'JDQUI=', '\n', 'QUJD'].map(write)).toEqual([true, true, true, false, false]);
    expect(new Base64Decoder().write(Buffer.from('QUJDQ\n'))).toBe(false);
  });

  test.each(['-', '_'])(
    'given %s of the URL-safe alphabet, and nothing else of it, then it is refused',
    (character) => {
      expect(decode(`QU${character}DQUJD`)).toBeUndefined();
    },
  );

  test('given base64 with one character changed to one outside the alphabet, then it is refused', () => {
    const outside = fc
      .integer({ min: 0, max: 255 })
      .map((byte) => String.fromCharCode(byte))
      .filter((char) => !/[A-Za-z0-9+/]/.test(char));
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 3, maxLength: 60 }),
        fc.nat(),
        outside,
        fractions,
        (bytes, at, char, cuts) => {
          const text = Buffer.from(bytes).toString('base64');
          const position = at % (text.length - 3);
          expect(decode(...cut(text.slice(0, position) + char + text.slice(position + 1), cuts))).toBeUndefined();
        },
      ),
    );
  });

  test.each([
    ['no padding', 'QQ'],
    ['half the padding', 'QQ='],
    ['too much padding', 'QQ==='],
    ['only padding', '===='],
    ['a single character', 'Q'],
    ['data after padding', 'QQ==QUJD'],
    ['padding twice', 'QQ==QQ=='],
    ['trailing bits that are not zero', 'QR=='],
    ['trailing bits that are not zero, two bytes', 'QUJ='],
    ['the URL-safe alphabet', '-_-_'],
    ['a line break', 'QUJD\nQUJD'],
    ['a space in front', ' QUJD'],
    ['a zero byte', 'QUJ\0'],
    ['a character beyond ASCII', 'QUJ\xc3'],
  ])('given %s, when cut anywhere, then it is refused', (_, text) => {
    for (let at = 0; at <= text.length; at++) {
      expect(decode(text.slice(0, at), text.slice(at))).toBeUndefined();
      expect(decode(...text)).toBeUndefined();
    }
  });

  test('given nothing, then nothing comes out', () => {
    expect(decode()).toEqual(Buffer.alloc(0));
    expect(decode('', '')).toEqual(Buffer.alloc(0));
  });
});
