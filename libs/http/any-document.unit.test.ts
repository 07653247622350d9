import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvalidBase64 } from './base64-image.ts';
import { ImageSplitter } from './image-splitter.ts';
import { decodedImage } from './image-text.ts';

const wanted = ['selfie_base64', 'outfit_base64'];
const paths = [...wanted, 'garments[].image_base64'];

/** Splits `text` as it comes when cut at `cuts`. */
function split(bytes: Buffer, cuts: readonly number[]) {
  const splitter = new ImageSplitter(paths, decodedImage);
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  places.slice(1).forEach((place, index) => {
    splitter.write(bytes.subarray(places[index], place));
  });
  return splitter.end();
}

const base64 = fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString('base64'));
/** A JSON string, some of its characters escaped without need. */
const escaped = (text: string, every: number) =>
  JSON.stringify(text).replace(/[a-z_=/+]/g, (character, at: number, all: string) =>
    every > 0 && at % every === 0 && !/\\(u[0-9a-f]{0,3})?$/.test(all.slice(0, at))
      ? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
      : character,
  );
const value = fc.oneof(
  fc.tuple(base64, fc.nat(7)).map(([text, every]) => escaped(text, every)),
  base64.map((text) => `"data:image/png;base64,${text}"`),
  fc.json(),
  fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
  base64.map((text) => `{"selfie_base64":"${text}"}`),
  base64.map((text) => `["selfie_base64",{"outfit_base64":"${text}"}]`),
);
const name = fc
  .tuple(fc.oneof(fc.constantFrom(...wanted, 'selfie', '__proto__'), fc.string()), fc.nat(5))
  .map(([text, every]) => escaped(text, every));
const space = fc.constantFrom('', ' ', '\n\t', '\r\n');
/** Lists of garments, among them such as only look like one. */
const garments = fc
  .array(
    fc.oneof(
      base64.map((text) => `{"category":"top","image_base64":"${text}"}`),
      base64.map((text) => `{"image_base64":["${text}"],"garments":[{"image_base64":"${text}"}]}`),
      base64.map((text) => `[{"image_base64":"${text}"}]`),
      fc.json(),
    ),
    { maxLength: 3 },
  )
  .map((elements) => `[${elements.join(',')}]`);
const member = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(name, space, value, space) },
  fc.tuple(fc.constantFrom('"garments"', '"garments[]"', '"garments.0.image_base64"'), space, garments, space),
);
const members = fc.array(member, { maxLength: 6 });
const documents = members.map(
  (members) => `{${members.map(([name, before, value, after]) => `${name}${before}:${after}${value}`).join(',')}}`,
);
const cuts = fc.array(fc.nat(400), { maxLength: 12 });

describe('any JSON document, cut anywhere', () => {
  it('comes out as JSON.parse reads it, with the text of the images decoded', () => {
    fc.assert(
      fc.property(documents, cuts, (text, cuts) => {
        const whole = JSON.parse(text) as Record<string, unknown>;
        const { document, images } = split(Buffer.from(text), cuts);
        const rest = JSON.parse(document.toString()) as Record<string, unknown>;
        expect(Object.keys(rest)).toEqual(Object.keys(whole));
        for (const [name, value] of Object.entries(whole)) {
          if (wanted.includes(name) && typeof value === 'string') expect(images.get(name)).toEqual(decoded(value));
          else if (name === 'garments' && Array.isArray(value)) value.forEach(expectGarment(rest.garments, images));
          else expect(rest[name]).toEqual(value);
        }
      }),
      { numRuns: 700 },
    );
  });

  it('never makes a right document of a wrong one', () => {
    const damaged = fc
      .tuple(documents, fc.nat(500), fc.constantFrom('', '"', ',', ':', '{', '}', '[', ']', '\\', '\n', 'x'))
      .map(([text, at, put]) => text.slice(0, at % text.length) + put + text.slice((at % text.length) + 1));
    fc.assert(
      fc.property(damaged, cuts, (text, cuts) => {
        expect(isJson(() => JSON.parse(split(Buffer.from(text), cuts).document.toString()))).toBe(
          isJson(() => JSON.parse(text)),
        );
      }),
      { numRuns: 1500 },
    );
  });

  it('given any bytes, is refused with nothing but a SyntaxError', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.tuple(documents, fc.uint8Array({ maxLength: 9 })).map(([text, more]) => [...Buffer.from(text), ...more]),
    );
    fc.assert(
      fc.property(bytes, cuts, (bytes, cuts) => {
        expect(() => isJson(() => split(Buffer.from(bytes), cuts))).not.toThrow();
      }),
      { numRuns: 700 },
    );
  });
});

/** Expects a list's elements in `rest`, their images in `images`. */
const expectGarment =
  (rest: unknown, images: ReadonlyMap<string, unknown>) =>
  (element: unknown, index: number): void => {
    const found = (rest as unknown[])[index];
    const image = Array.isArray(element) ? undefined : (element as { image_base64?: unknown } | null)?.image_base64;
    if (typeof image === 'string') expect(images.get(`garments.${index}.image_base64`)).toEqual(decoded(image));
    const left = typeof image === 'string' ? { ...(element as object), image_base64: '' } : element;
    expect(found).toEqual(left);
  };

/** What a picture of this text is. */
function decoded(text: string): unknown {
  const content = text.replace(/^data:image\/png;base64,/, '').replace(/\s/g, '');
  if (content === '') return '';
  const bytes = Buffer.from(content, 'base64');
  const isBase64 = /^[\w+/-]*={0,2}$/.test(content) && content.replaceAll('=', '').length % 4 !== 1;
  const isPadded = !content.includes('=') || content.length % 4 === 0;
  return isBase64 && isPadded ? bytes : new InvalidBase64(expect.any(String));
}

/** Whether `read` succeeds; any error but a SyntaxError is passed on. */
function isJson(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
