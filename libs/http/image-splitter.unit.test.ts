import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InvalidBase64 } from './base64-image.ts';
import { ImageSplitter } from './image-splitter.ts';
import { decodedImage } from './image-text.ts';

/** What the splitter leaves of `json` when it arrives in the given pieces: the parsed rest, and the images as base64. */
function split(pieces: readonly Buffer[]) {
  const splitter = new ImageSplitter(['selfie', 'outfit'], decodedImage);
  for (const piece of pieces) splitter.write(piece);
  const { document, images } = splitter.end();
  const texts = [...images].map(([name, image]) => [
    name,
    image instanceof InvalidBase64 ? 'invalid' : Buffer.from(image as Uint8Array).toString('base64'),
  ]);
  return {
    rest: JSON.parse(document.toString()) as unknown,
    images: Object.fromEntries(texts) as Record<string, string>,
  };
}
const cutAt = (bytes: Buffer, ...ends: number[]) =>
  [...ends, bytes.length].map((end, index) => bytes.subarray(index === 0 ? 0 : ends[index - 1], end));

/** Every way to cut `json` in two, in three (small documents), and into single bytes. */
function* cuts(json: string) {
  const bytes = Buffer.from(json);
  for (let first = 0; first <= bytes.length; first++) {
    yield cutAt(bytes, first);
    if (bytes.length < 60) for (let second = first; second <= bytes.length; second++) yield cutAt(bytes, first, second);
  }
  yield Array.from(bytes, (_, at) => bytes.subarray(at, at + 1));
}

describe('ImageSplitter', () => {
  test.each([
    ['one image', '{"selfie":"QUJD"}', { selfie: '' }, { selfie: 'QUJD' }],
    ['white space everywhere', ' {\n"selfie"\t: "QUJD" , "a" : 1 } ', { selfie: '', a: 1 }, { selfie: 'QUJD' }],
    [
      'two images and text',
      '{"a":"é\\"x","selfie":"QUJD","outfit":"QQ=="}',
      { a: 'é"x', selfie: '', outfit: '' },
      { selfie: 'QUJD', outfit: 'QQ==' },
    ],
    ['an escaped slash and plus', '{"selfie":"\\/\\u002b\\u002FA"}', { selfie: '' }, { selfie: '/+/A' }],
    ['an escaped name', '{"\\u0073elfi\\u0065":"QUJD"}', { selfie: '' }, { selfie: 'QUJD' }],
    ['an escaped quote in an image', '{"selfie":"QU\\"JD","a":2}', { selfie: '', a: 2 }, { selfie: 'invalid' }],
    ['an escaped backslash at the end', '{"selfie":"QUJD\\\\","a":2}', { selfie: '', a: 2 }, { selfie: 'invalid' }],
    ['an escaped line break', '{"selfie":"QUJD\\nQUJD"}', { selfie: '' }, { selfie: 'QUJDQUJD' }],
    ['an escaped letter beyond ASCII', '{"selfie":"QUJD\\u0141QUI="}', { selfie: '' }, { selfie: 'invalid' }],
    ['a letter beyond ASCII', '{"selfie":"QUJÐ"}', { selfie: '' }, { selfie: 'invalid' }],
    ['an empty image', '{"selfie":""}', { selfie: '' }, { selfie: '' }],
    ['the name as a value', '{"a":"selfie","b":"QUJD"}', { a: 'selfie', b: 'QUJD' }, {}],
    [
      'the name deeper down',
      '{"a":{"selfie":"QUJD"},"b":[{"selfie":"QQ"}]}',
      { a: { selfie: 'QUJD' }, b: [{ selfie: 'QQ' }] },
      {},
    ],
    ['the name in a list', '["selfie","QUJD"]', ['selfie', 'QUJD'], {}],
    ['an object in a list', '[{"selfie":"QUJD"}]', [{ selfie: 'QUJD' }], {}],
    ['a string alone', '"selfie"', 'selfie', {}],
    ['images that are no strings', '{"selfie":null,"outfit":["QUJD"]}', { selfie: null, outfit: ['QUJD'] }, {}],
    [
      'brackets in strings',
      '{"a":"}{][","b":"\\\\","selfie":"QUJD"}',
      { a: '}{][', b: '\\', selfie: '' },
      { selfie: 'QUJD' },
    ],
    ['the same name twice', '{"selfie":"QUJD","selfie":"QQ=="}', { selfie: '' }, { selfie: 'QQ==' }],
    ['the same name, not a string at last', '{"selfie":"QUJD","selfie":3}', { selfie: 3 }, { selfie: 'QUJD' }],
    [
      'a list before the image',
      '{"a":["x",{"y":"z"}],"selfie":"QUJD"}',
      { a: ['x', { y: 'z' }], selfie: '' },
      { selfie: 'QUJD' },
    ],
  ])('given %s, when cut anywhere, then image and rest are told apart', (_, json, rest, images) => {
    const different = new Map<string, ReturnType<typeof split>>();
    for (const pieces of cuts(json)) {
      const found = split(pieces);
      different.set(JSON.stringify(found), found);
    }
    expect([...different.values()]).toEqual([{ rest, images }]);
  });

  test.each([
    ['a bad escape', '{"selfie":"QUJD\\x41"}'],
    ['a bad unicode escape', '{"selfie":"QUJD\\u00g1"}'],
    ['a unicode escape cut short', '{"selfie":"QUJD\\u00"}'],
    ['a line break', '{"selfie":"QUJD\nQUJD"}'],
    ['a line break after an escape', '{"selfie":"\\/UJD\nQUJD"}'],
    ['an image that never ends', '{"selfie":"QUJD'],
    ['an escape that never ends', '{"selfie":"QUJD\\'],
    ['two strings in a row', '{"selfie":"QUJD""QUJD"}'],
    ['a missing colon', '{"selfie" "QUJD"}'],
    ['a missing comma', '{"selfie":"QUJD" "outfit":"QUJD"}'],
    ['a name that cannot be unescaped', '{"\\x":"QUJD"}'],
    ['nothing', ''],
    ['a second document', '{"selfie":"QUJD"}{"selfie":"QUJD"}'],
  ])('given %s, when cut anywhere, then it is no JSON', (_, json) => {
    expect(() => JSON.parse(json)).toThrow(SyntaxError);
    const outcomes = new Set<unknown>();
    for (const pieces of cuts(json)) {
      try {
        outcomes.add(split(pieces));
      } catch (error) {
        outcomes.add((error as Error).constructor);
      }
    }
    expect([...outcomes]).toEqual([SyntaxError]);
  });

  test('given any JSON document, when cut anywhere, then rest and images add up to what JSON.parse makes of it', () => {
    const text = fc.oneof(
      fc.base64String(),
      fc.string({ unit: 'binary' }).filter((value) => value.isWellFormed()),
    );
    const name = fc.oneof(fc.constantFrom('selfie', 'outfit', 'a', '"', '\\', 'é'), text);
    const value = fc.oneof({ weight: 3, arbitrary: text }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) });
    // Names are unique: of equal names written with escapes, JSON.parse of V8 13.6 (Node 24) does not always keep the last.
    const members = fc.uniqueArray(fc.tuple(name, value), { maxLength: 6, selector: ([name]) => name });
    const escaping = fc.constantFrom(plainly, withSlashes, withUnicodeEscapes);
    fc.assert(
      fc.property(
        members,
        escaping,
        fc.array(fc.nat(), { maxLength: 10 }),
        fc.nat(3),
        (members, spell, ends, indent) => {
          const written = (value: unknown) => {
            const json = JSON.stringify(value, null, indent);
            return typeof value === 'string' ? spell(json) : json;
          };
          const body = members.map((member) => member.map(written).join(':'));
          const bytes = Buffer.from(`{${body.join(indent ? ' ,\n' : ',')}}`);
          const parsed = JSON.parse(bytes.toString()) as Record<string, unknown>;
          const pieces = cutAt(bytes, ...ends.map((end) => end % (bytes.length + 1)).sort((a, b) => a - b));

          const { rest, images } = split(pieces);

          const expected = Object.entries(parsed).map(([name, value]) => {
            if ((name !== 'selfie' && name !== 'outfit') || typeof value !== 'string') return [name, value];
            if (Buffer.from(value, 'base64').toString('base64') === value) expect(images[name]).toBe(value);
            return [name, ''];
          });
          expect(Object.entries(rest as object)).toEqual(expected);
        },
      ),
      { numRuns: 200 },
    );
  });

  test('given a document cut short anywhere, then it is no JSON', () => {
    const json = Buffer.from('{"a":["x",1],"selfie":"QUJD","outfit":"\\/\\u002b==","b":{}}');
    for (let length = 0; length < json.length; length++)
      expect(() => split([json.subarray(0, length)])).toThrow(SyntaxError);
  });

  test('given images of any size, then only the rest counts as document', () => {
    const splitter = new ImageSplitter(['selfie'], decodedImage);
    splitter.write(Buffer.from(`{"selfie":"${'QUJD'.repeat(10_000)}"}`));
    expect(splitter.documentLength).toBe('{"selfie":""}'.length);
  });

  test('given 30,000 levels of nesting, then they are passed on', () => {
    const json = `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)},"selfie":"QUJD"}`;
    expect(split([Buffer.from(json)]).images).toEqual({ selfie: 'QUJD' });
  });
});

const plainly = (json: string) => json;
const withSlashes = (json: string) => json.replaceAll('/', '\\/');
const withUnicodeEscapes = (json: string) =>
  json.replaceAll(/[+/=A-Fé]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
