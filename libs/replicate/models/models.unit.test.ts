import { strictSchema } from '@styling/model-api';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  gemini3FlashInput,
  gpt5StructuredInput,
  NANO_BANANA_2,
  nanoBanana2Input,
  priceOf,
  SEEDREAM_4_5,
  seedream45Input,
} from '../index.ts';

const images = ['https://store.example/a', 'https://store.example/b'];
const answer = strictSchema('outfit', z.object({ item: z.string() }));

describe('inputs of the models', () => {
  test('given a picture to edit, then nano-banana-2 gets an order for one 1K JPEG', () => {
    expect(nanoBanana2Input({ prompt: 'a hat', images })).toEqual({
      prompt: 'a hat',
      image_input: images,
      aspect_ratio: '3:4',
      resolution: '1K',
      output_format: 'jpg',
    });
  });

  test('given a picture to edit, then seedream-4.5 gets an order for one picture', () => {
    expect(seedream45Input({ prompt: 'a hat', images })).toEqual({
      prompt: 'a hat',
      image_input: images,
      size: '2K',
      aspect_ratio: '3:4',
      sequential_image_generation: 'disabled',
      max_images: 1,
    });
  });

  test('given a question, then gpt-5-structured gets the schema by name', () => {
    expect(gpt5StructuredInput({ instructions: 'look', prompt: 'what?', images, answer })).toEqual({
      model: 'gpt-5-mini',
      reasoning_effort: 'minimal',
      verbosity: 'low',
      instructions: 'look',
      prompt: 'what?',
      image_input: images,
      json_schema: { format: { type: 'json_schema', name: 'outfit', schema: answer.schema } },
    });
  });

  test('given a question, then gemini-3-flash gets the schema in words, apart from the user text', () => {
    const input = gemini3FlashInput({ instructions: 'look', prompt: 'what?', images, answer });
    expect(input).toMatchObject({ prompt: 'what?', images, thinking_level: 'low' });
    expect(input).toHaveProperty('system_instruction', expect.stringContaining(JSON.stringify(answer.schema)));
  });
});

describe('priceOf', () => {
  test('given a model in the table, then its price, by resolution where it matters', () => {
    expect(priceOf(NANO_BANANA_2, nanoBanana2Input({ prompt: 'x', images }))).toBe(0.067);
    expect(priceOf(NANO_BANANA_2, { resolution: '4K' })).toBe(0.151);
    expect(priceOf(`google/nano-banana:${'ab'.repeat(32)}`, {})).toBe(0.039);
  });

  test('given any other model, then none', () => {
    expect(priceOf(SEEDREAM_4_5, {})).toBeUndefined();
    expect(priceOf(NANO_BANANA_2, {})).toBeUndefined();
    expect(priceOf('toString', {})).toBeUndefined();
  });
});
