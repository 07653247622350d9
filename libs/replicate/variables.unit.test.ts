import { readConfig } from '@styling/service';
import { describe, expect, it } from 'vitest';
import { providerOf, REPLICATE_API, replicateVariables } from './variables.ts';

const read = (environment: Record<string, string>) => readConfig(replicateVariables, environment);

describe('the variables of hosted models', () => {
  it('have defaults', () => {
    expect(read({})).toEqual({
      REPLICATE_BASE_URL: REPLICATE_API,
      REPLICATE_MODEL_IMAGE: 'google/nano-banana-2',
      REPLICATE_MODEL_IMAGE_FALLBACK: 'bytedance/seedream-4.5',
      REPLICATE_MODEL_TEXT: 'openai/gpt-5-structured',
      REPLICATE_MODEL_TEXT_FALLBACK: 'google/gemini-3-flash',
      REPLICATE_CONCURRENCY: 16,
      SELFIE_CHECK: 'ondevice',
    });
  });

  it.each([
    [{}, 'ondevice'],
    [{ REPLICATE_API_TOKEN: 'r8' }, 'replicate'],
    [{ REPLICATE_API_TOKEN: 'r8', STYLING_PROVIDER: 'ondevice' }, 'ondevice'],
    [{ REPLICATE_API_TOKEN: 'r8', STYLING_PROVIDER: 'replicate' }, 'replicate'],
    [{ STYLING_PROVIDER: 'ondevice' }, 'ondevice'],
  ])('of %j mean %s', (environment, provider) => {
    expect(providerOf(read(environment))).toBe(provider);
  });

  it('reject replicate without a token', () => {
    expect(() => providerOf(read({ STYLING_PROVIDER: 'replicate' }))).toThrow(/REPLICATE_API_TOKEN is not set/);
  });

  it.each([
    { REPLICATE_MODEL_IMAGE: 'nano-banana' },
    { REPLICATE_MODEL_TEXT: '../../files' },
    { REPLICATE_CONCURRENCY: '0' },
    { REPLICATE_BASE_URL: 'replicate' },
    { REPLICATE_INPUTS: 'data' },
  ])('%j are rejected', (environment) => {
    expect(() => read(environment)).toThrow(Object.keys(environment)[0]);
  });
});
