import { type FashnBehaviour, fashnRejections } from '@styling/fake-models';
import { expect, test, vi } from 'vitest';
import { codeOf, useVendors } from '../vendor.fixture.ts';
import { openEditor } from './editor.ts';
import { fashnVariables } from './variables.ts';

const vendors = useVendors();
const { work } = vendors;
const order = () => ({
  prompt: 'Dress them',
  pictures: vendors.pictures(),
  category: 'outerwear' as const,
  scenePrompt: 'a white studio',
  seed: 7,
});
function open(variables: Readonly<Record<string, string>> = {}) {
  const config = fashnVariables.parse({ ...vendors.fakes.variables, FASHN_USD_PER_CREDIT: '0.05', ...variables });
  return vendors.opened(openEditor(config, vendors.deps()));
}

test.each([
  ['tryon-v1.6', 0.05, { category: 'tops', seed: 7 }, ['setting_kept_from_picture']],
  ['tryon-max', 0.2, { prompt: 'a white studio', seed: 7 }, undefined],
] as const)(
  'given %s, then it is asked in its words, and its credits are charged',
  async (model, usd, inputs, told) => {
    const editor = await open({ FASHN_MODEL: model });
    const conditions = work();
    const made = await editor.generateImage(order(), conditions);
    expect(made).toMatchObject({ model, seed: 7 });
    expect(made.approximations).toEqual(told);
    expect(vendors.fakes.fashn.asked).toMatchObject([{ model, inputs }]);
    expect(conditions.charged.mock.calls).toMatchObject([[{ model, usd }]]);
  },
);

test.each<[string, readonly FashnBehaviour[], string, number]>([
  ['a full queue, then room', [{ run: fashnRejections.busy }, {}], 'made', 2],
  ['too many requests, then none', [{ run: fashnRejections.throttled }, {}], 'made', 2],
  ['no credits', [{ run: fashnRejections.outOfCredits }], 'internal', 1],
  ['a broken server', [{ run: fashnRejections.broken }], 'internal', 1],
  ['half an answer', [{ run: 'garbage' }], 'internal', 1],
  ['an answer that is lost', [{ run: 'reset after' }], 'internal', 1],
  ['moderation', [{ error: 'ContentModerationError' }], 'content_refused', 1],
  ['a pose that it cannot find', [{ error: 'PoseError' }], 'pose_not_supported', 1],
  ['a picture that it cannot load', [{ error: 'ImageLoadError' }], 'internal', 1],
  ['a failure that passes', [{ error: 'PipelineError' }, {}], 'made', 2],
  ['a failure that lasts', [{ error: 'PipelineError' }, { error: '3rdPartyProviderError' }], 'internal', 2],
  ['a broken picture, then a good one', [{ makes: Buffer.from('<html>') }, {}], 'made', 2],
])('given %s, then it ends so, after so many runs', async (_, behaviours, code, runs) => {
  vendors.fakes.fashn.script(behaviours);
  const editor = await open();
  expect((await codeOf(editor.generateImage(order(), work()))) ?? 'made').toBe(code);
  expect(vendors.fakes.fashn.counts.runs).toBe(runs);
});

test('given a worker that leaves, then the next one takes what was made, charged under the same id', async () => {
  const editor = await open();
  vendors.fakes.fashn.script([{ takesMs: 800 }]);
  const leave = new AbortController();
  const first = work(901, { signal: leave.signal });
  const leaving = codeOf(editor.generateImage(order(), first));
  await vi.waitUntil(() => vendors.fakes.fashn.counts.looks > 0);
  leave.abort();
  expect(await leaving).toBe('unavailable');
  const [second, third] = [work(901), work(901)];
  await editor.generateImage(order(), second);
  await editor.generateImage(order(), third);
  expect(vendors.fakes.fashn.counts.runs).toBe(1);
  expect(third.charged.mock.calls).toEqual(second.charged.mock.calls);
});

test('given a run that takes too long, then it ends at the deadline', async () => {
  const editor = await open();
  vendors.fakes.fashn.script([{ takesMs: 60_000 }]);
  expect(await codeOf(editor.generateImage(order(), work(undefined, { ms: 1_000 })))).toBe('deadline_exceeded');
});
