import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Behaviour, type FakeModels, hangs, refusals, runs, says, startFakeModels } from './index.ts';

let fakes: FakeModels;
beforeAll(async () => {
  fakes = await startFakeModels();
});
afterAll(() => fakes.stop());
beforeEach(() => fakes.replicate.reset());

type Said = { readonly status: number; readonly body: Record<string, unknown> };
async function api(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Said> {
  const { REPLICATE_BASE_URL, REPLICATE_API_TOKEN } = fakes.variables;
  const response = await fetch(`${REPLICATE_BASE_URL}${path}`, {
    method,
    headers: { authorization: `Bearer ${REPLICATE_API_TOKEN}`, ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Said['body'] };
}
const create = (input: object = {}, headers: Record<string, string> = {}) =>
  api('POST', '/models/google/nano-banana-2/predictions', { input: { prompt: 'a hat', ...input } }, headers);
const poll = async ({ body }: Said) => (await api('GET', `/predictions/${body.id}`)).body;

test('given a create, then 201 and a prediction that starts, runs and succeeds', async () => {
  fakes.replicate.script([runs(2)]);
  const created = await create();
  expect(created).toMatchObject({ status: 201, body: { status: 'starting', output: null, version: 'hidden' } });
  expect(await poll(created)).toMatchObject({ status: 'starting' });
  expect(await poll(created)).toMatchObject({ status: 'processing', completed_at: null });
  expect(await poll(created)).toMatchObject({ status: 'succeeded', data_removed: false, error: null });
});

test.each([
  ['no token', { authorization: '' }, {}, refusals.unauthenticated],
  ['a lifetime that is too short', { 'cancel-after': '4s' }, {}, { status: 422 }],
  ['no prompt', {}, { prompt: '' }, refusals.promptRequired],
  ['megabytes of data URI', {}, { image_input: [`data:image/png;base64,${'A'.repeat(1e6)}`] }, { status: 422 }],
])('given %s, then it is rejected and nothing is stored', async (_, headers, input, refusal) => {
  expect(await create(input, headers)).toMatchObject(refusal);
  expect(fakes.replicate.predictions).toEqual([]);
});

test('given a member that the API does not know, or an unknown version, then 422', async () => {
  expect(await api('POST', '/predictions', { input: { prompt: 'x' }, wait: 5 })).toMatchObject({ status: 422 });
  const unknown = await api('POST', '/predictions', { input: { prompt: 'x' }, version: 'x' });
  expect(unknown).toMatchObject(refusals.invalidVersion);
});

test.each<[string, Behaviour, number, string]>([
  ['not started', hangs(), 1, 'aborted'],
  ['running', hangs(), 2, 'canceled'],
  ['done', says('fine'), 2, 'succeeded'],
])('given a prediction that is %s at the end of its lifetime, then it ends so', async (_, behaviour, polls, status) => {
  fakes.replicate.script([behaviour]);
  const created = await create({}, { 'cancel-after': '5s' });
  for (let poll_ = 1; poll_ < polls; poll_++) await poll(created);
  const now = Date.now;
  try {
    Date.now = () => now() + 6_000;
    expect(await poll(created)).toMatchObject({ status });
  } finally {
    Date.now = now;
  }
});

test('given an input that cannot be read, then the prediction fails', async () => {
  const created = await create({ image_input: ['http://127.0.0.1:1/none.jpg'] });
  expect(await poll(created)).toMatchObject({ status: 'failed', error: expect.stringContaining('Failed to') });
});
