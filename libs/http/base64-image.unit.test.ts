import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeImage, InvalidBase64 } from './base64-image.ts';

/** The image of the inside of a JSON string. */
const decode = (text: string) => decodeImage(JSON.parse(`"${text}"`));
const fault = (details: string) => new InvalidBase64(details);
describe('decodeImage', () => {
  test('given any bytes as a phone or browser may write them, then the same bytes come out', () => {
    const spelled = fc.record({
      isUrlSafe: fc.boolean(),
      isPadded: fc.boolean(),
      isEscaped: fc.boolean(),
      lineLength: fc.constantFrom(76, 1000),
      space: fc.constantFrom('', '\\n', '\\r\\n', ' '),
      prefix: fc.constantFrom('', 'data:image/jpeg;base64,', ' DATA:;BASE64,', 'data:image/webp;name=me.webp;base64,'),
    });
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 600 }),
        spelled,
        (bytes, { isUrlSafe, isPadded, isEscaped, lineLength, space, prefix }) => {
          const base64 = Buffer.from(bytes).toString(isUrlSafe ? 'base64url' : 'base64');
          const padded = isPadded ? base64.padEnd(Math.ceil(base64.length / 4) * 4, '=') : base64.replaceAll('=', '');
          const lines = (padded.match(new RegExp(`.{1,${lineLength}}`, 'g')) ?? []).join(space);
          const text = isEscaped ? lines.replaceAll('/', '\\/').replaceAll('=', '\\u003d') : lines;
          expect(decode(prefix + text)).toEqual(Buffer.from(bytes));
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
  ])('given %s, then it says what is wrong', (_, text, details) => {
    expect(decode(text)).toEqual(fault(details));
  });

  test('given no text but white space or a prefix, then there is no image', () => {
    for (const text of ['', ' \\n', 'data:image/png;base64,']) expect(decode(text)).toBe('');
  });
});
