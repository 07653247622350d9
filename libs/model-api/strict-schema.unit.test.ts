import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { strictSchema } from './strict-schema.ts';

describe('strictSchema', () => {
  test('given a zod schema, then only the keywords of the subset are left', () => {
    const schema = z.object({
      items: z
        .array(z.object({ item: z.string().min(1).max(80), link: z.url() }))
        .min(2)
        .max(6),
      range: z.enum(['budget', 'luxury']).describe('what it costs'),
    });
    expect(strictSchema('outfit', schema)).toEqual({
      name: 'outfit',
      schema: {
        type: 'object',
        additionalProperties: false,
        required: ['items', 'range'],
        properties: {
          items: {
            type: 'array',
            items: {
              type: 'object',
              additionalProperties: false,
              required: ['item', 'link'],
              properties: { item: { type: 'string' }, link: { type: 'string' } },
            },
          },
          range: { type: 'string', enum: ['budget', 'luxury'], description: 'what it costs' },
        },
      },
    });
  });

  test.each([
    ['an alternative', z.object({ a: z.union([z.string(), z.number()]) }), 'anyOf'],
    ['a nullable field', z.object({ a: z.string().nullable() }), 'anyOf'],
    ['an optional field', z.object({ a: z.string().optional() }), 'optional a'],
  ])('given %s, then it is an error of ours', (_, schema, message) => {
    expect(() => strictSchema('outfit', schema)).toThrow(message);
  });
});
