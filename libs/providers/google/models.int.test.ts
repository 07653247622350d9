import type { GoogleBehaviour } from '@styling/fake-models';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { codeOf, useVendors } from '../vendor.fixture.ts';
import { openEditor, openReader } from './models.ts';
import { googleVariables } from './variables.ts';

const vendors = useVendors();
const { work } = vendors;
const order = () => ({ prompt: 'Dress them', pictures: vendors.pictures(2), seed: 7 });
const config = () => googleVariables.parse({ ...vendors.fakes.variables, GOOGLE_IMAGE_USD: '0.067' });
const editing = () => vendors.opened(openEditor(config(), vendors.deps()));
const reading = () => vendors.opened(openReader(config(), vendors.deps()));

test('given two garments and a selfie, then all are in one request, and the picture is charged', async () => {
  const editor = await editing();
  const conditions = work();
  const made = await editor.generateImage(order(), conditions);
  expect(made).toMatchObject({ model: 'gemini-3.1-flash-image-preview', width: 768, height: 1024, seed: undefined });
  const [asked] = vendors.fakes.google.asked;
  expect(asked?.pictures).toHaveLength(3);
  expect(asked?.config).toEqual({ responseModalities: ['IMAGE'], imageConfig: { aspectRatio: '3:4' } });
  expect(conditions.charged.mock.calls).toMatchObject([[{ model: made.model, usd: 0.067 }]]);
});

test.each<[string, readonly GoogleBehaviour[], string, number]>([
  [
    'a 429 with a delay, which Google words as an empty account',
    [{ fault: 'throttled', retryAfter: 1 }, {}],
    'made',
    2,
  ],
  ['a 429 without', [{ fault: 'throttled' }, {}], 'made', 2],
  ['a key that is refused', [{ fault: 'denied' }], 'internal', 1],
  ['an account without billing', [{ fault: 'not paid' }], 'internal', 1],
  ['a model that is overloaded', [{ fault: 'overloaded' }], 'unavailable', 1],
  ['a server that breaks', [{ fault: 'crashed' }], 'internal', 1],
  ['a connection that breaks', [{ fault: 'reset' }], 'internal', 1],
  ['an answer that is lost', [{ fault: 'reset after' }], 'internal', 1],
  ['no JSON', [{ fault: 'garbage' }], 'internal', 1],
  ['a prompt that is blocked', [{ fault: 'blocked' }], 'content_refused', 1],
  ['a picture that is filtered', [{ fault: 'filtered' }], 'content_refused', 1],
  ['a refusal in words', [{ fault: 'in words' }], 'content_refused', 1],
  ['half a picture, then a whole one', [{ fault: 'half a picture' }, {}], 'made', 2],
  ['pictures of another aspect', [{ fault: 'another aspect' }, { fault: 'another aspect' }], 'internal', 2],
])('given %s, then it ends so, after so many requests', async (_, behaviours, code, requests) => {
  vendors.fakes.google.script(behaviours);
  const editor = await editing();
  expect((await codeOf(editor.generateImage(order(), work()))) ?? 'made').toBe(code);
  expect(vendors.fakes.google.counts.requests).toBe(requests);
});

test('given a picture that an earlier delivery got, then nothing is asked again', async () => {
  const editor = await editing();
  for (const _ of [1, 2]) await editor.generateImage(order(), work(901));
  expect(vendors.fakes.google.counts.requests).toBe(1);
});

test('given a question, then the answer has its schema; a filtered one is refused', async () => {
  const reader = await reading();
  const schema = z.object({ items: z.array(z.object({ item: z.string(), color: z.string() })) });
  const question = { ...order(), instructions: 'You know clothes.', name: 'outfit', schema };
  const { items } = await reader.answer(question, work());
  expect(items.length).toBeGreaterThan(0);
  vendors.fakes.google.script([{ fault: 'blocked' }]);
  expect(await codeOf(reader.answer(question, work()))).toBe('content_refused');
});
