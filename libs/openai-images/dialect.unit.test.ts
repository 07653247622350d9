import { expect, test } from 'vitest';
import { dialectOf, type ModelList } from './dialect.ts';

const model = (owned_by?: string, created = 0): ModelList[number] => ({ id: 'a/b', owned_by, created });

test.each<[string, ModelList, string]>([
  ['vLLM-Omni', [model('vllm-omni')], 'vllm'],
  ['vLLM', [model('vllm', 1763800000)], 'vllm'],
  ['SGLang', [model('sglang')], 'sglang'],
  ['LiteLLM, all of one date', [model('openai', 1677610602), model('openai', 1677610602)], 'litellm'],
  ['OpenAI, with one of that date', [model('openai', 1677610602), model('system', 1745517030)], 'openai'],
  ['OpenAI and a fine-tuned model', [model('acme-inc', 1745517030), model('system', 1745517030)], 'openai'],
  ['something else', [model('xinference')], 'other'],
  ['models without an owner', [model()], 'other'],
  ['no list', [], 'other'],
])('given %s, then the kind of server is known', (_, models, name) => {
  expect(dialectOf(models).name).toBe(name);
});
