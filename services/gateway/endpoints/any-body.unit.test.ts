import { errorCatalogue, errorStatus, publicMessage } from '@styling/contracts';
import { firstFieldError, InvalidBase64 } from '@styling/http';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { atAddress } from './analyze-outfit.ts';
import { bodyOf, specified } from './body-of.fixture.ts';
import { clothes } from './generate-image.ts';
import { listImages } from './list-images.ts';
import { wishes } from './style-me.ts';
import { described } from './try-on-outfit.ts';

const generateImageBody = specified(clothes);
const styleMeBody = specified(wishes);
const tryOnOutfitBody = specified(described);
const imagesQuery = bodyOf({ body: listImages.query });

const image = new Uint8Array([1, 2, 3]);
const endpoints: { name: string; schema: z.ZodObject; valid: Record<string, unknown> }[] = [
  {
    name: 'try_on_outfit',
    schema: tryOnOutfitBody,
    valid: {
      selfie_base64: image,
      clothing_description: 'a red coat',
      clothing_image_url: 'https://a.example/b.jpg',
      outfit_base64: image,
      mode: 'model_shot',
      store_image: true,
      seed: 7,
      variants: 2,
    },
  },
  {
    name: 'generate_image',
    schema: generateImageBody,
    valid: {
      selfie_base64: image,
      clothing_description: 'a red coat',
      clothing_image_url: 'http://a.example',
      mode: 'studio',
    },
  },
  { name: 'analyze_outfit', schema: atAddress, valid: { image_url: 'https://a.example/b.jpg' } },
  {
    name: 'style_me',
    schema: styleMeBody,
    valid: { selfie_base64: image, style_preferences: 'minimal', occasion: 'a wedding', num_outfits: 4 },
  },
];

/** What the body reader may make of a member: any JSON value, and for pictures also bytes or what stands for no base64. */
const anyValue = fc.oneof(
  { weight: 4, arbitrary: fc.jsonValue() },
  { weight: 2, arbitrary: fc.string({ unit: 'binary' }) },
  fc.constantFrom(...['', ' \t', 'model_shot', 'studio', 'http://', 'https://x y', 'ftp://a.example', '__proto__']),
  fc.nat(4000).map((length) => 'x'.repeat(length)),
  fc.webUrl(),
  fc.constantFrom<unknown>(undefined, null, Infinity, -0, 1e300, [], {}, image, new InvalidBase64('it is not')),
);

/** The text that a body is refused with; undefined for one that is taken. */
function refusalOf(schema: z.ZodObject, body: unknown): string | undefined {
  const parsed = schema.safeParse(body, { reportInput: true });
  if (parsed.success) {
    expect(Object.keys(schema.shape)).toEqual(expect.arrayContaining(Object.keys(parsed.data)));
    return undefined;
  }
  const { code, parameters } = firstFieldError(parsed.error, schema);
  expect(errorStatus(code)).toBe(400);
  expect(errorCatalogue[code].message).toMatch(/^\{field\} /);
  const text = publicMessage(code, parameters);
  expect(text).not.toMatch(/[{}]|undefined|NaN/);
  return text;
}

const accepts = (schema: z.ZodObject, field: string, value: unknown) =>
  schema.shape[field]?.safeParse(value).success === true;
const isBlank = (value: unknown) => typeof value === 'string' && value.trim() === '';

describe.each(endpoints)('the body of $name', ({ schema, valid }) => {
  const fields = Object.keys(valid);

  it('is made of every field that the schema knows', () => {
    expect(fields).toEqual(Object.keys(schema.shape));
    expect(refusalOf(schema, valid)).toBeUndefined();
  });

  it('given any value in any fields, is taken or refused with one text that names the first faulty field', () => {
    const members = fc.record(
      Object.fromEntries(
        fields.map((field) => [field, fc.oneof({ weight: 2, arbitrary: fc.constant(valid[field]) }, anyValue)]),
      ),
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(members, fc.dictionary(fc.string(), fc.jsonValue()), (members, others) => {
        const unknown = Object.entries(others).filter(([name]) => !fields.includes(name));
        const body = Object.assign(Object.create(null), Object.fromEntries(unknown), members);
        const faulty = fields.find((field) => !accepts(schema, field, body[field]));
        const refusal = refusalOf(schema, body);
        if (faulty === undefined) expect(refusal).toBeUndefined();
        else expect(refusal?.split(' ')[0]).toBe(faulty);
      }),
      { numRuns: 1000 },
    );
  });

  it.each(fields)('given any value in %s only, is refused in the words for what is wrong with it', (field) => {
    fc.assert(
      fc.property(anyValue, (value) => {
        const refusal = refusalOf(schema, { ...valid, [field]: value });
        const isRequired = !accepts(schema, field, undefined);
        if (isRequired && (value === undefined || isBlank(value))) expect(refusal).toBe(`${field} is required`);
        else if (value === undefined) expect(refusal).toBeUndefined();
        else if (field === 'num_outfits') {
          const taken = [1, 2, 3, 4].some((number) => number === value);
          expect(refusal).toBe(taken ? undefined : 'num_outfits must be an integer between 1 and 4');
        } else if (field === 'seed' || field === 'variants') {
          const [min, max] = field === 'seed' ? [0, 4_294_967_295] : [1, 4];
          const taken = Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
          expect(refusal).toBe(taken ? undefined : `${field} must be an integer between ${min} and ${max}`);
        } else if (field === 'store_image') {
          expect(refusal).toBe(typeof value === 'boolean' ? undefined : 'store_image must be a boolean');
        } else if (value instanceof Uint8Array && field.endsWith('_base64')) expect(refusal).toBeUndefined();
        else if (value instanceof InvalidBase64 && field.endsWith('_base64')) {
          expect(refusal).toBe(`${field} must be valid base64`);
        } else if (typeof value !== 'string') expect(refusal).toBe(`${field} must be a string`);
      }),
      { numRuns: 500 },
    );
  });

  it('given any value at all, is judged without throwing', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        expect(typeof schema.safeParse(value, { reportInput: true }).success).toBe('boolean');
      }),
    );
  });
});

describe('the selfie', () => {
  it.each(endpoints.filter(({ schema }) => 'selfie_base64' in schema.shape))(
    'is named first in $name whatever else is wrong',
    ({ schema, valid }) => {
      const others = Object.keys(valid).filter((field) => field !== 'selfie_base64');
      fc.assert(
        fc.property(
          anyValue.filter((value) => !(value instanceof Uint8Array)),
          fc.record(Object.fromEntries(others.map((field) => [field, anyValue])), { requiredKeys: [] }),
          (selfie_base64, rest) => {
            expect(refusalOf(schema, { ...rest, selfie_base64 })).toMatch(/^selfie_base64 /);
          },
        ),
        { numRuns: 500 },
      );
    },
  );
});

describe('num_outfits', () => {
  it('takes exactly the integers from 1 to 4', () => {
    fc.assert(
      fc.property(fc.oneof(fc.double(), fc.integer(), fc.integer({ min: -1, max: 6 })), (num_outfits) => {
        const refusal = refusalOf(styleMeBody, { selfie_base64: image, num_outfits });
        expect(refusal === undefined).toBe([1, 2, 3, 4].includes(num_outfits));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a description', () => {
  it('counts without the white space around it, and is handed on without it', () => {
    const blank = fc.stringMatching(/^[ \t\n\r]{0,20}$/);
    const text = fc.string({ minLength: 1, maxLength: 2500, unit: 'grapheme' }).filter((text) => text.trim() !== '');
    fc.assert(
      fc.property(blank, text, blank, (before, text, after) => {
        const clothing_description = before + text + after;
        const parsed = generateImageBody.safeParse({ ...endpoints[1]?.valid, clothing_description });
        expect(parsed.success).toBe(text.trim().length <= 2000);
        if (parsed.success) expect(parsed.data.clothing_description).toBe(text.trim());
      }),
    );
  });
});

describe('the query of GET /images', () => {
  it('takes every limit from 1 to 100, and of any string makes nothing else', () => {
    for (let limit = 1; limit <= 100; limit++) expect(imagesQuery.parse({ limit: String(limit) }).limit).toBe(limit);
    const limits = fc.oneof(fc.string(), fc.integer({ min: -5, max: 120 }).map(String), fc.double().map(String));
    fc.assert(
      fc.property(limits, (text) => {
        const { data, success } = imagesQuery.safeParse({ limit: text });
        expect(success).toBe(/^([1-9]\d?|100)$/.test(text));
        if (success) expect(data.limit).toBe(Number(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('given doubled or nested members, refuses them', () => {
    for (const query of [{ limit: ['1', '2'] }, { limit: {} }, { cursor: ['a', 'b'] }, { cursor: {} }]) {
      expect(imagesQuery.safeParse(query).success).toBe(false);
    }
  });
});
