import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonDocument } from './read-json-body.ts';

const names = new Set(['selfie', 'outfit']);

/** The document that arrives cut at `cuts`, and the text of its images. */
function read(bytes: Buffer, cuts: readonly number[]) {
  const document = new JsonDocument(names);
  const ends = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  for (const [index, end] of ends.entries()) document.write(bytes.subarray(ends[index - 1] ?? 0, end));
  const images = document.images.map(({ pieces }) => Buffer.concat(pieces).toString());
  return { rest: document.end().toString(), images, document };
}

/** A JSON string, some of its characters escaped without need. */
const escaped = (text: string, every: number) =>
  JSON.stringify(text).replace(/[a-z/]/g, (character, at: number, all: string) =>
    every > 0 && at % every === 0 && !/\\(u[0-9a-f]{0,3})?$/.test(all.slice(0, at))
      ? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
      : character,
  );
const text = fc.tuple(fc.string({ unit: 'binary' }), fc.nat(5)).map(([text, every]) => escaped(text, every));
const name = fc
  .tuple(fc.oneof(fc.constantFrom(...names, 'selfies', '__proto__'), fc.string()), fc.nat(5))
  .map(([text, every]) => escaped(text, every));
const space = fc.constantFrom('', ' ', '\n\t');
const { document: documents } = fc.letrec<{ value: string; document: string }>((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, text, fc.constantFrom('1', 'null', 'true'), tie('document')),
  document: fc.oneof(
    fc
      .array(fc.tuple(name, space, tie('value')), { maxLength: 4 })
      .map((members) => `{${members.map(([name, space, value]) => `${name}${space}:${space}${value}`).join(',')}}`),
    fc.array(tie('value'), { maxLength: 4 }).map((elements) => `[${elements.join(' ,')}]`),
  ),
}));
const cuts = fc.array(fc.nat(400), { maxLength: 12 });

describe('a document, cut anywhere', () => {
  it('comes out as JSON.parse reads it, with the text of the images set aside', () => {
    fc.assert(
      fc.property(documents, cuts, (text, cuts) => {
        const { rest, images } = read(Buffer.from(text), cuts);
        const put = (name: string, value: unknown) =>
          names.has(name) && typeof value === 'string' ? JSON.parse(`"${images[Number(value)]}"`) : value;
        expect(JSON.parse(rest, put)).toEqual(JSON.parse(text));
      }),
      { numRuns: 700 },
    );
  });

  it('is no JSON where it was none', () => {
    const damaged = fc
      .tuple(documents, fc.nat(500), fc.constantFrom('', '"', ',', ':', '{', '}', '[', ']', '\\', 'x'))
      .map(([text, at, put]) => text.slice(0, at % text.length) + put + text.slice((at % text.length) + 1));
    fc.assert(
      fc.property(damaged, cuts, (text, cuts) => {
        const { rest, images } = read(Buffer.from(text), cuts);
        const isRead = isJson(rest) && images.every((image) => isJson(`"${image}"`));
        expect(isRead).toBe(isJson(text));
      }),
      { numRuns: 1500 },
    );
  });

  it('is measured without its images', () => {
    const text = `{"selfie":"${'QUJD'.repeat(1_000)}","a":[[{}],1,"x,{["]}`;
    const { document } = read(Buffer.from(text), [9, 10, 11, 2_000]);
    const { length, values, nesting } = document;
    expect({ length, values, nesting }).toEqual({
      length: '{"selfie":"0","a":[[{}],1,"x,{["]}'.length,
      values: 7,
      nesting: 4,
    });
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
