import { describe, expect, test } from 'vitest';
import { dialectOf, endpointOf, type ModelList } from './server.ts';
import { openAiVariables } from './variables.ts';

const endpoints = (environment: Record<string, string>) => {
  const config = openAiVariables.parse(environment);
  return { images: endpointOf(config, 'OPENAI_IMAGES'), chat: endpointOf(config, 'OPENAI_CHAT') };
};

describe('endpointOf', () => {
  test.each([
    ['http://localhost:8000/v1', false],
    ['http://gpu:8000/v1', false],
    ['http://gpu.styling.svc/v1', false],
    ['https://api.openai.com/v1', true],
    ['https://8.8.8.8/v1', true],
  ])('given %s, then whether it is paid is %s, unless it is said', (OPENAI_IMAGES_BASE_URL, isPaid) => {
    expect(endpoints({ OPENAI_IMAGES_BASE_URL }).images.isPaid).toBe(isPaid);
    expect(endpoints({ OPENAI_IMAGES_BASE_URL, OPENAI_IMAGES_PAID: `${!isPaid}` }).images.isPaid).toBe(!isPaid);
  });

  test('given nothing, then both are at OpenAI, with the same key', () => {
    const { images, chat } = endpoints({ OPENAI_IMAGES_API_KEY: 'sk-1' });
    expect(images.baseUrl).toBe('https://api.openai.com/v1');
    expect(chat).toMatchObject({ baseUrl: images.baseUrl, apiKey: 'sk-1' });
  });

  test('given a language model elsewhere, then the key of the images is not sent there', () => {
    const { chat } = endpoints({ OPENAI_IMAGES_API_KEY: 'sk-1', OPENAI_CHAT_BASE_URL: 'http://vllm:8000/v1' });
    expect(chat.apiKey).toBeUndefined();
  });

  test.each(['ftp://gpu/v1', 'gpu:8000', ''])('given the address %s, then it is refused', (OPENAI_IMAGES_BASE_URL) => {
    expect(() => endpoints({ OPENAI_IMAGES_BASE_URL })).toThrow();
  });
});

const model = (owned_by?: string, created = 0): ModelList[number] => ({ id: 'a/b', owned_by, created });

test.each<[string, ModelList, string]>([
  ['vLLM-Omni', [model('vllm-omni')], 'vllm'],
  ['SGLang', [model('sglang')], 'sglang'],
  ['LiteLLM, all of one date', [model('openai', 1677610602), model('openai', 1677610602)], 'litellm'],
  ['OpenAI, with one of that date', [model('openai', 1677610602), model('system', 1745517030)], 'openai'],
  ['OpenAI and a fine-tuned model', [model('acme-inc', 1745517030), model('system', 1745517030)], 'openai'],
  ['models without an owner', [model()], 'other'],
  ['no list', [], 'other'],
])('given %s, then the kind of server is known', (_, models, name) => {
  expect(dialectOf(models)).toBe(name);
});
