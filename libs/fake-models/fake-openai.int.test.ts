import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type FakeModels, type OpenAiFault, type OpenAiServer, startFakeModels } from './index.ts';

let fakes: FakeModels;
let selfie: Buffer;
let jacket: Buffer;
beforeAll(async () => {
  fakes = await startFakeModels();
  // Light enough for its tints to differ.
  selfie = await plain('silver');
  jacket = await plain('olive');
});
afterAll(() => fakes.stop());
beforeEach(() => fakes.openAi.reset());

const plain = (background: string) =>
  sharp({ create: { width: 90, height: 120, channels: 3, background } })
    .jpeg()
    .toBuffer();

type Field = readonly [name: string, value: string | Buffer];

async function edit(server: OpenAiServer, fields: readonly Field[], signal?: AbortSignal): Promise<Response> {
  const { OPENAI_IMAGES_BASE_URL, OPENAI_IMAGES_API_KEY } = fakes.openAi.variables(server);
  const form = new FormData();
  for (const [name, value] of fields) {
    form.append(name, typeof value === 'string' ? value : new Blob([new Uint8Array(value)], { type: 'image/jpeg' }));
  }
  return fetch(`${OPENAI_IMAGES_BASE_URL}/images/edits`, {
    method: 'POST',
    headers: { authorization: `Bearer ${OPENAI_IMAGES_API_KEY}` },
    body: form,
    ...(signal && { signal }),
  });
}

const order: readonly Field[] = [
  ['prompt', 'a red coat'],
  ['size', '768x1024'],
];
const pictureOf = async (response: Response) => {
  const { data } = (await response.json()) as { data: [{ b64_json: string }] };
  return Buffer.from(data[0].b64_json, 'base64');
};

test.each([
  ['openai', 'image[]'],
  ['litellm', 'image'],
  ['vllm-omni', 'image'],
  ['vllm-omni', 'image[]'],
  ['sglang', 'image'],
] as const)('given two pictures for %s as %s, then it gets both and makes one', async (server, field) => {
  const fields = [...order, [field, selfie], [field, jacket]] as const;
  const picture = await pictureOf(await edit(server, fields));
  expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', width: 768, height: 1024 });
  const [asked] = fakes.openAi.asked;
  expect(asked?.server).toBe(server);
  expect(asked?.pictures.map((bytes) => selfie.equals(bytes) || jacket.equals(bytes))).toEqual([true, true]);
});

test.each([
  ['vllm-omni', 'image'],
  ['vllm-omni', 'image[]'],
  ['sglang', 'image'],
] as const)('given one seed and two pictures for %s as %s, then the picture depends on both', async (server, field) => {
  const made = (other: Buffer) =>
    edit(server, [...order, ['seed', '7'], [field, selfie], [field, other]]).then(pictureOf);
  const picture = await made(jacket);
  expect((await made(jacket)).equals(picture)).toBe(true);
  expect((await made(selfie)).equals(picture)).toBe(false);
});

describe('what tells the servers apart', () => {
  test.each<[OpenAiServer, string, () => readonly Field[], number]>([
    ['openai', 'a repeated name', () => [...order, ['image', selfie], ['image', jacket]], 400],
    ['openai', 'an unknown parameter', () => [...order, ['image', selfie], ['seed', '7']], 400],
    ['openai', 'an unknown model', () => [...order, ['image', selfie], ['model', 'nope']], 404],
    ['litellm', 'a name with brackets', () => [...order, ['image[]', selfie]], 422],
    ['vllm-omni', 'answers by address', () => [...order, ['image', selfie], ['response_format', 'url']], 400],
    ['vllm-omni', 'no prompt', () => [['image', selfie]], 422],
    ['sglang', 'a size that is none', () => [...order.slice(0, 1), ['image', selfie], ['size', '1024x']], 400],
  ])('given %s and %s, then it refuses', async (server, _, fields, status) => {
    const response = await edit(server, fields());
    expect(response.status).toBe(status);
    const body = (await response.json()) as object;
    expect(Object.keys(body)).toEqual([status === 422 || !['openai', 'litellm'].includes(server) ? 'detail' : 'error']);
    expect(fakes.openAi.counts.made).toBe(0);
  });

  test('given a server with seeds, then the same seed makes the same picture; unknown parameters are ignored', async () => {
    const make = async (seed: string) =>
      pictureOf(await edit('vllm-omni', [...order, ['image', selfie], ['seed', seed], ['no_such_thing', '1']]));
    const [first, again, other] = await Promise.all([make('7'), make('7'), make('8')]);
    expect(first?.equals(again as Buffer)).toBe(true);
    expect(first?.equals(other as Buffer)).toBe(false);
  });

  test('given an answer by address, then the picture is there', async () => {
    const response = await edit('sglang', [...order, ['image', selfie], ['response_format', 'url']]);
    const { data } = (await response.json()) as { data: [{ url: string }] };
    const { OPENAI_IMAGES_API_KEY } = fakes.openAi.variables();
    const file = await fetch(data[0].url, { headers: { authorization: `Bearer ${OPENAI_IMAGES_API_KEY}` } });
    expect((await sharp(await file.bytes()).metadata()).format).toBe('jpeg');
  });
});

describe('faults', () => {
  test.each<[OpenAiFault, number, string]>([
    ['garbage', 200, '<html>'],
    ['throttled', 429, 'rate_limit_exceeded'],
    ['out of credit', 429, 'insufficient_quota'],
    ['refused', 400, 'moderation_blocked'],
    ['not loaded', 503, 'not initialized'],
    ['crashed', 500, 'CUDA'],
    ['rejected', 400, 'size'],
    ['empty', 200, '"data":[]'],
  ])('given %s, then the status is %i', async (fault, status, text) => {
    fakes.openAi.script([{ fault, retryAfter: '3' }]);
    const response = await edit('openai', [...order, ['image', selfie]]);
    expect(response.status).toBe(status);
    expect(response.headers.get('retry-after')).toBe(fault === 'throttled' ? '3' : null);
    expect(await response.text()).toContain(text);
  });

  test('given half a picture, then it cannot be decoded', async () => {
    fakes.openAi.script([{ fault: 'half a picture' }]);
    const picture = await pictureOf(await edit('openai', [...order, ['image', selfie]]));
    await expect(sharp(picture, { failOn: 'error' }).raw().toBuffer()).rejects.toThrow();
  });

  test('given a reset, then the connection breaks, and only the later one is billed', async () => {
    fakes.openAi.script([{ fault: 'reset' }, { fault: 'reset after' }]);
    await expect(edit('openai', [...order, ['image', selfie]])).rejects.toThrow();
    expect(fakes.openAi.counts.made).toBe(0);
    await expect(edit('openai', [...order, ['image', selfie]])).rejects.toThrow();
    expect(fakes.openAi.counts.made).toBe(1);
  });

  test('given a client that leaves, then the work is abandoned', async () => {
    fakes.openAi.script([{ takesMs: 60_000 }]);
    const leaving = new AbortController();
    const left = edit('openai', [...order, ['image', selfie]], leaving.signal);
    await vi.waitUntil(() => fakes.openAi.counts.edits === 1);
    leaving.abort();
    await expect(left).rejects.toThrow();
    await vi.waitUntil(() => fakes.openAi.counts.abandoned === 1);
    expect(fakes.openAi.counts.made).toBe(0);
  });
});

test('given a chat with a picture and a schema, then the answer conforms', async () => {
  const { OPENAI_CHAT_BASE_URL, OPENAI_CHAT_API_KEY, OPENAI_CHAT_MODEL } = fakes.openAi.variables();
  const schema = { type: 'object', properties: { items: { type: 'array', items: { type: 'string' } } } };
  const chat = (url: string) =>
    fetch(`${OPENAI_CHAT_BASE_URL}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${OPENAI_CHAT_API_KEY}` },
      body: JSON.stringify({
        model: OPENAI_CHAT_MODEL,
        messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }],
        response_format: { type: 'json_schema', json_schema: { name: 'x', schema, strict: true } },
      }),
    });
  const response = await chat(`data:image/jpeg;base64,${selfie.toString('base64')}`);
  const { choices } = (await response.json()) as { choices: [{ message: { content: string } }] };
  expect(JSON.parse(choices[0].message.content)).toEqual({ items: [expect.any(String), expect.any(String)] });
  expect((await chat('https://example.com/a.jpg')).status).toBe(400);
});
