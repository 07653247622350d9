import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeImage, InvalidBase64, JsonString } from './base64-image.ts';

/** The image of the inside of a JSON string, cut into pieces of `size` bytes. */
function decode(text: string, size = text.length || 1) {
  const string = new JsonString();
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) string.pieces.push(bytes.subarray(at, at + size));
  return decodeImage(string);
}
const fault = (details: string) => new InvalidBase64(details);
describe('decodeImage', () => {
  test('given any bytes as a phone or browser may write them, when cut anywhere, then the same bytes come out', async () => {
    const spelled = fc.record({
      isUrlSafe: fc.boolean(),
      isPadded: fc.boolean(),
      isEscaped: fc.boolean(),
      lineLength: fc.constantFrom(76, 1000),
      space: fc.constantFrom('', '\\n', '\\r\\n', ' '),
      prefix: fc.constantFrom('', 'data:image/jpeg;base64,', ' DATA:;BASE64,', 'data:image/webp;name=me.webp;base64,'),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ minLength: 1, maxLength: 600 }),
        spelled,
        fc.integer({ min: 1, max: 900 }),
        async (...given) => {
          const [bytes, { isUrlSafe, isPadded, isEscaped, lineLength, space, prefix }, size] = given;
          const base64 = Buffer.from(bytes).toString(isUrlSafe ? 'base64url' : 'base64');
          const padded = isPadded ? base64.padEnd(Math.ceil(base64.length / 4) * 4, '=') : base64.replaceAll('=', '');
          const lines = (padded.match(new RegExp(`.{1,${lineLength}}`, 'g')) ?? []).join(space);
          const text = isEscaped ? lines.replaceAll('/', '\\/').replaceAll('=', '\\u003d') : lines;
          expect(await decode(prefix + text, size)).toEqual(Buffer.from(bytes));
        },
      ),
    );
  });

  test.each([
    ['half the padding', 'QQ=', 'wrong number of padding characters: 1'],
    ['too much padding', 'QQ===', 'wrong number of padding characters: 3'],
    ['padding of a whole group', 'QUJD=', 'wrong number of padding characters: 1'],
    ['a single character', 'Q', 'ends in the middle of a byte, at position 1'],
    ['data after padding', 'QQ==\\nQUJD', 'unexpected character Q at position 6'],
    ['two faults', 'QU*D=Q', 'unexpected character * at position 3'],
    ['a prefix', 'data:image/png;base64,QU*D', 'unexpected character * at position 25'],
    ['a prefix without base64', 'data:image/png,QUJD', 'unexpected character : at position 5'],
    ['an escaped zero byte', 'QUJ\\u0000', 'unexpected unprintable character at position 4'],
    ['an escaped quote', 'QU\\"JD', 'unexpected character " at position 3'],
    ['a character beyond ASCII', 'QUJÐ', 'unexpected unprintable character at position 4'],
    ['an escaped character beyond ASCII', 'QUJ\\u0141', 'unexpected unprintable character at position 4'],
    ['a fault far behind', `${'QUJD'.repeat(200)}QU*D`, 'unexpected character * at position 803'],
  ])('given %s, however it is cut, then it says what is wrong', async (_, text, details) => {
    for (const size of [1, 3, 150, 2000]) expect(await decode(text, size)).toEqual(fault(details));
  });

  test.each(['QUJD\nQUJD', 'QUJD\\x41', 'QUJD\\u00g1', 'QUJD\\'])('given %j, then it is no JSON', async (text) => {
    await expect(decode(text)).rejects.toThrow(SyntaxError);
  });

  test('given no text but white space or a prefix, then there is no image', async () => {
    for (const text of ['', ' \\n', 'data:image/png;base64,']) expect(await decode(text)).toBe('');
  });
});
