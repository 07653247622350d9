import { describe, expect, it } from 'vitest';
import { answerInput, pictureInput } from './known-models.ts';

const order = { prompt: 'a red coat', images: ['https://example.com/a.jpg'] };
const question = { ...order, instructions: 'be brief', answer: { name: 'answer', schema: { type: 'object' } } };

describe('models whose inputs are known', () => {
  it.each([
    ['google/nano-banana-2', { image_input: order.images, resolution: '1K' }],
    ['google/nano-banana-pro', { image_input: order.images, resolution: '1K' }],
    ['google/nano-banana', { image_input: order.images, output_format: 'jpg' }],
    ['google/nano-banana-2-lite', { image_input: order.images, output_format: 'jpg' }],
    ['bytedance/seedream-4.5', { image_input: order.images, max_images: 1 }],
    ['black-forest-labs/flux-2-pro', { input_images: order.images, resolution: '1 MP' }],
    [`google/nano-banana-2:${'ab'.repeat(32)}`, { image_input: order.images }],
  ])('%s is asked in its own way', (model, input) => {
    expect(pictureInput(model)?.(order)).toMatchObject({ prompt: order.prompt, aspect_ratio: '3:4', ...input });
  });

  it('one without sizes is asked for none', () => {
    expect(pictureInput('google/nano-banana')?.(order)).not.toHaveProperty('resolution');
  });

  it.each([
    ['openai/gpt-5-structured', { image_input: order.images }],
    ['google/gemini-3-flash', { images: order.images }],
  ])('%s is asked in its own way', (model, input) => {
    expect(answerInput(model)?.(question)).toMatchObject({ prompt: order.prompt, ...input });
  });

  it('others are not', () => {
    expect(pictureInput('some/model')).toBeUndefined();
    expect(pictureInput('openai/gpt-5-structured')).toBeUndefined();
    expect(answerInput('google/nano-banana-2')).toBeUndefined();
  });
});
