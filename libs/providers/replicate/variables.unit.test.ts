import { readConfig } from '@styling/service';
import { describe, expect, it } from 'vitest';
import { REPLICATE_API, replicateVariables } from './variables.ts';

const read = (environment: Record<string, string>) =>
  readConfig(replicateVariables, { REPLICATE_API_TOKEN: 'r8', ...environment });

describe('the variables of hosted models', () => {
  it('have defaults', () => {
    expect(read({})).toEqual({
      REPLICATE_API_TOKEN: 'r8',
      REPLICATE_BASE_URL: REPLICATE_API,
      REPLICATE_MODEL_IMAGE: 'google/nano-banana-2',
      REPLICATE_MODEL_IMAGE_FALLBACK: 'bytedance/seedream-4.5',
      REPLICATE_MODEL_TEXT: 'openai/gpt-5-structured',
      REPLICATE_MODEL_TEXT_FALLBACK: 'google/gemini-3-flash',
      REPLICATE_CONCURRENCY: 16,
    });
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
