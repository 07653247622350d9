import type { OpenAiFault } from '@styling/fake-models';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { codeOf } from '../vendor.fixture.ts';
import { useModels } from './openai.fixture.ts';

const models = useModels();
const schema = z.object({ items: z.array(z.object({ item: z.string(), color: z.string() })).min(1) });
const order = () => ({
  instructions: 'You identify clothing.',
  prompt: 'Identify the clothing in the picture.',
  pictures: models.pictures().slice(0, 1),
  name: 'outfit',
  schema,
});

describe('answer', () => {
  test.each(['vllm-omni', 'openai', 'litellm'] as const)(
    'given %s, then it is asked with a schema and a picture',
    async (server) => {
      const { items } = await (await models.reader(server)).answer(order(), models.work());
      expect(items.length).toBeGreaterThan(0);
      const [asked] = models.fakes.openAi.asked;
      expect(asked).toMatchObject({ route: 'chat', prompt: order().prompt, schema: { required: ['items'] } });
      expect(asked?.pictures).toHaveLength(1);
    },
  );

  test.each<[OpenAiFault, string]>([
    ['declined', 'content_refused'],
    ['refused', 'content_refused'],
    ['empty', 'internal'],
    ['crashed', 'unavailable'],
    ['garbage', 'internal'],
  ])('given %s, then it ends as %s', async (fault, code) => {
    const reader = await models.reader();
    models.fakes.openAi.script([{ fault }]);
    expect(await codeOf(reader.answer(order(), models.work()))).toBe(code);
  });

  test('given an answer that came before a crash, then the redelivery takes it', async () => {
    const reader = await models.reader();
    const first = await reader.answer(order(), models.work(801));
    expect(await reader.answer(order(), models.work(801))).toEqual(first);
    expect(models.fakes.openAi.counts.chats).toBe(1);
  });

  test('given a server without a language model, then the start names the variable', async () => {
    const { OPENAI_IMAGES_BASE_URL } = models.fakes.openAi.variables();
    await expect(models.reader('vllm-omni', { OPENAI_CHAT_BASE_URL: OPENAI_IMAGES_BASE_URL })).rejects.toThrow(
      /^OPENAI_CHAT_BASE_URL: .*\/chat\/completions/,
    );
  });
});
