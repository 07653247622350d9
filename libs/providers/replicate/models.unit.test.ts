import { describe, expect, it } from 'vitest';
import { imageModel, textModel } from './models.ts';

const order = { prompt: 'a hat', images: ['https://store.example/a', 'https://store.example/b'] };
const question = { instructions: 'look', prompt: 'what?', answer: { name: 'outfit', schema: { type: 'object' } } };

describe('image models', () => {
  it.each([
    ['google/nano-banana-2', { image_input: order.images, output_format: 'jpg', resolution: '1K' }],
    ['google/nano-banana', { image_input: order.images, output_format: 'jpg' }],
    [
      'bytedance/seedream-4.5',
      { image_input: order.images, size: '2K', sequential_image_generation: 'disabled', max_images: 1 },
    ],
    ['black-forest-labs/flux-2-pro', { input_images: order.images, resolution: '1 MP', output_format: 'jpg' }],
  ])('make the input of %s', (model, input) => {
    const expected = { prompt: order.prompt, aspect_ratio: '3:4', ...input };
    expect(imageModel(model)?.input(order)).toEqual(expected);
    expect(imageModel(`${model}:${'ab'.repeat(32)}`)?.input(order)).toEqual(expected);
  });
});

describe('text models', () => {
  it('enforce the schema where they can', () => {
    expect(textModel('openai/gpt-5-structured')?.input({ ...question, images: order.images })).toEqual({
      model: 'gpt-5-mini',
      reasoning_effort: 'minimal',
      verbosity: 'low',
      instructions: 'look',
      prompt: 'what?',
      image_input: order.images,
      json_schema: { format: { type: 'json_schema', name: 'outfit', schema: { type: 'object' } } },
    });
  });

  it('read it in their instructions otherwise, apart from the user text', () => {
    const input = textModel('google/gemini-3-flash')?.input({ ...question, images: order.images });
    expect(input).toMatchObject({ prompt: 'what?', images: order.images, thinking_level: 'low' });
    expect(input).toHaveProperty('system_instruction', expect.stringContaining('{"type":"object"}'));
  });
});
