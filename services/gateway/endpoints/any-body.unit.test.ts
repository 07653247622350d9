import { errorCatalogue, errorStatus, publicMessage } from '@styling/contracts';
import { firstFieldError, InvalidBase64 } from '@styling/http';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { specifiedSelfie } from '../assets/given-pictures.ts';
import { atAddress } from './analyze-outfit.ts';
import { clothes } from './generate-image.ts';
import { wishes } from './style-me.ts';
import { described } from './try-on-outfit.ts';

/** The body of a client of the specification: its selfie, then the `rest` of its fields, as they are validated. */
const specified = <Shape extends z.ZodRawShape>(rest: z.ZodObject<Shape>) =>
  z.object({ ...specifiedSelfie.shape, ...rest.shape });
const image = new Uint8Array([1, 2, 3]);
const dressed = { selfie_base64: image, clothing_description: 'a red coat', clothing_image_url: 'https://a.example' };
const endpoints: { name: string; schema: z.ZodObject; valid: Record<string, unknown> }[] = [
  {
    name: 'try_on_outfit',
    schema: specified(described),
    valid: { ...dressed, outfit_base64: image, mode: 'model_shot', store_image: true, seed: 7, variants: 2 },
  },
  { name: 'generate_image', schema: specified(clothes), valid: { ...dressed, mode: 'studio' } },
  { name: 'analyze_outfit', schema: atAddress, valid: { image_url: 'https://a.example/b.jpg' } },
  {
    name: 'style_me',
    schema: specified(wishes),
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
  if (parsed.success) return undefined;
  const { code, parameters } = firstFieldError(parsed.error, schema);
  expect(errorStatus(code)).toBe(400);
  expect(errorCatalogue[code].message).toMatch(/^\{field\} /);
  const text = publicMessage(code, parameters);
  expect(text).not.toMatch(/[{}]|undefined|NaN/);
  return text;
}

describe.each(endpoints)('the body of $name', ({ schema, valid }) => {
  const fields = Object.keys(valid);

  it('is made of every field that the schema knows', () => {
    expect(fields.toSorted()).toEqual(Object.keys(schema.shape).toSorted());
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
        const isFaulty = (field: string) => schema.shape[field]?.safeParse(body[field]).success !== true;
        const faulty = Object.keys(schema.shape).find(isFaulty);
        expect(refusalOf(schema, body)?.split(' ')[0]).toBe(faulty);
      }),
      { numRuns: 1000 },
    );
  });
});

it('says in details why an address is refused', () => {
  const schema = specified(described);
  const body = { ...dressed, mode: 'model_shot', clothing_image_url: 'data:image/png;base64,QUJD' };
  const { error } = schema.safeParse(body, { reportInput: true });
  expect(error && firstFieldError(error, schema).parameters).toEqual({
    field: 'clothing_image_url',
    details: 'its scheme is data:, not http: or https:',
  });
});

describe('a description', () => {
  it('counts without the white space around it, and is handed on without it', () => {
    const blank = fc.stringMatching(/^[ \t\n\r]{0,20}$/);
    const text = fc.string({ minLength: 1, maxLength: 2500, unit: 'grapheme' }).filter((text) => text.trim() !== '');
    fc.assert(
      fc.property(blank, text, blank, (before, text, after) => {
        const parsed = described.shape.clothing_description.safeParse(before + text + after);
        expect(parsed.success).toBe(text.trim().length <= 2000);
        if (parsed.success) expect(parsed.data).toBe(text.trim());
      }),
    );
  });
});
