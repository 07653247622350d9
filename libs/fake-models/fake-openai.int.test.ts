import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type FakeModels, type OpenAiServer, startFakeModels } from './index.ts';

let fakes: FakeModels;
let selfie: Buffer;
let jacket: Buffer;
beforeAll(async () => {
  fakes = await startFakeModels();
  // Light enough for its tints to differ.
  [selfie, jacket] = await Promise.all([plain('silver'), plain('olive')]);
});
afterAll(() => fakes.stop());
beforeEach(() => fakes.openAi.reset());

const plain = (background: string) =>
  sharp({ create: { width: 90, height: 120, channels: 3, background } })
    .jpeg()
    .toBuffer();

type Field = readonly [name: string, value: string | Buffer];
const order: readonly Field[] = [
  ['prompt', 'a red coat'],
  ['size', '768x1024'],
];

async function edit(server: OpenAiServer, fields: readonly Field[]): Promise<Response> {
  const { OPENAI_IMAGES_BASE_URL, OPENAI_IMAGES_API_KEY } = fakes.openAi.variables(server);
  const form = new FormData();
  for (const [name, value] of fields) {
    form.append(name, typeof value === 'string' ? value : new Blob([new Uint8Array(value)], { type: 'image/jpeg' }));
  }
  const headers = { authorization: `Bearer ${OPENAI_IMAGES_API_KEY}` };
  return fetch(`${OPENAI_IMAGES_BASE_URL}/images/edits`, { method: 'POST', headers, body: form });
}

test.each<[OpenAiServer, string, () => readonly Field[], number]>([
  ['openai', 'a repeated name', () => [...order, ['image', selfie], ['image', jacket]], 400],
  ['openai', 'an unknown parameter', () => [...order, ['image', selfie], ['seed', '7']], 400],
  ['openai', 'an unknown model', () => [...order, ['image', selfie], ['model', 'nope']], 404],
  ['litellm', 'a name with brackets', () => [...order, ['image[]', selfie]], 422],
  ['vllm-omni', 'answers by address', () => [...order, ['image', selfie], ['response_format', 'url']], 400],
  ['sglang', 'a size that is none', () => [...order.slice(0, 1), ['image', selfie], ['size', '1024x']], 400],
])('given %s and %s, then it refuses in its own words', async (server, _, fields, status) => {
  const response = await edit(server, fields());
  expect(response.status).toBe(status);
  const isError = status !== 422 && (server === 'openai' || server === 'litellm');
  expect(await response.json()).toHaveProperty(isError ? 'error' : 'detail');
  expect(fakes.openAi.counts.made).toBe(0);
});

test('given a server with seeds, then the picture depends on the seed and on every picture', async () => {
  const made = async (seed: string, other: Buffer) => {
    const response = await edit('vllm-omni', [...order, ['image', selfie], ['image', other], ['seed', seed]]);
    return ((await response.json()) as { data: [{ b64_json: string }] }).data[0].b64_json;
  };
  const picture = await made('7', jacket);
  expect(await made('7', jacket)).toBe(picture);
  expect(await made('8', jacket)).not.toBe(picture);
  expect(await made('7', selfie)).not.toBe(picture);
});
