import { describe, expect, it } from 'vitest';
import { imageModel } from './image-models.ts';
import { answerInput } from './text-models.ts';

const order = { prompt: 'a red coat', images: ['https://example.com/a.jpg'] };
const question = { ...order, instructions: 'be brief', answer: { name: 'answer', schema: { type: 'object' } } };

describe('known models', () => {
  it.each([
    ['google/nano-banana-2', { image_input: order.images, resolution: '1K' }],
    ['google/nano-banana-pro', { image_input: order.images, resolution: '1K' }],
    ['google/nano-banana', { image_input: order.images, output_format: 'jpg' }],
    ['google/nano-banana-2-lite', { image_input: order.images, output_format: 'jpg' }],
    ['bytedance/seedream-4.5', { image_input: order.images, max_images: 1 }],
    ['black-forest-labs/flux-2-pro', { input_images: order.images, resolution: '1 MP' }],
    [`google/nano-banana-2:${'ab'.repeat(32)}`, { image_input: order.images }],
  ])('builds the input of %s', (model, input) => {
    expect(imageModel(model)?.input(order)).toMatchObject({ prompt: order.prompt, aspect_ratio: '3:4', ...input });
  });

  it('omits the size for a model without sizes', () => {
    expect(imageModel('google/nano-banana')?.input(order)).not.toHaveProperty('resolution');
  });

  it.each([
    ['openai/gpt-5-structured', { image_input: order.images }],
    ['google/gemini-3-flash', { images: order.images }],
  ])('builds the input of %s', (model, input) => {
    expect(answerInput(model)?.(question)).toMatchObject({ prompt: order.prompt, ...input });
  });

  it('knows no other model', () => {
    expect(imageModel('some/model')).toBeUndefined();
    expect(imageModel('openai/gpt-5-structured')).toBeUndefined();
    expect(answerInput('google/nano-banana-2')).toBeUndefined();
  });
});
