import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packInput, unpackInput } from './request-input.ts';

const input = { fields: { text: 'ein rötlicher Mantel' }, pictures: { selfie_base64: Buffer.from([1, 2, 3]) } };

describe('an input as one object', () => {
  it('survives a round trip, whatever it contains', () => {
    const pictures = fc.dictionary(fc.string({ minLength: 1 }), fc.uint8Array());
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), pictures, (fields, pictures) => {
        const found = unpackInput(packInput({ fields, pictures }));
        expect(found.fields).toEqual(JSON.parse(JSON.stringify(fields)));
        expect(Object.keys(found.pictures).sort()).toEqual(Object.keys(pictures).sort());
        for (const [field, bytes] of Object.entries(pictures)) {
          expect(Buffer.from(found.pictures[field] ?? []).equals(bytes)).toBe(true);
        }
      }),
    );
  });

  it('can be read from a slice of a larger buffer', () => {
    const packed = packInput(input);
    const larger = Buffer.concat([Buffer.alloc(5, 9), packed]);
    expect(unpackInput(larger.subarray(5))).toEqual(unpackInput(packed));
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['less than its pictures', packInput(input).subarray(0, -1)],
    ['more than its pictures', Buffer.concat([packInput(input), Buffer.alloc(1)])],
    ['no header', Buffer.concat([Buffer.from([0, 0, 0, 2]), Buffer.from('{]')])],
  ])('given %s, throws', (_, bytes) => {
    expect(() => unpackInput(bytes)).toThrow();
  });
});
