import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  ends,
  expires,
  type FakeModels,
  fails,
  hangs,
  mislabels,
  refusals,
  resets,
  runs,
  says,
  startFakeModels,
  throttles,
} from './index.ts';

let fakes: FakeModels;
beforeAll(async () => {
  fakes = await startFakeModels();
});
afterAll(() => fakes.stop());
beforeEach(() => fakes.replicate.reset());

const NANO = '/models/google/nano-banana-2/predictions';

const GPT = '/models/openai/gpt-5-structured/predictions';

type Outfit = { items: { item: string; price_range: string }[] };
type Said = { status: number; headers: Headers; body: Record<string, unknown> };
async function api(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Said> {
  const { REPLICATE_BASE_URL, REPLICATE_API_TOKEN } = fakes.variables;
  const response = await fetch(`${REPLICATE_BASE_URL}${path}`, {
    method,
    headers: { authorization: `Bearer ${REPLICATE_API_TOKEN}`, ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Said['body'] };
}
const create = (input: object = {}, headers: Record<string, string> = {}) =>
  api('POST', NANO, { input: { prompt: 'a hat', ...input } }, headers);
const poll = async ({ body }: Said) => (await api('GET', `/predictions/${body.id}`)).body;
const picture = async (url: unknown) => {
  const response = await fetch(String(url));
  return { type: response.headers.get('content-type'), bytes: Buffer.from(await response.arrayBuffer()) };
};
/** The output of a finished prediction. */
const output = async (input: object, path = NANO) =>
  (await poll(await api('POST', path, { input: { prompt: 'a hat', ...input } }))).output;

describe('predictions', () => {
  test('given a create, then 201 and a prediction that starts, runs and succeeds', async () => {
    fakes.replicate.script([runs(2)]);
    const created = await create();
    expect(created).toMatchObject({ status: 201, body: { status: 'starting', output: null, version: 'hidden' } });
    expect(await poll(created)).toMatchObject({ status: 'starting' });
    expect(await poll(created)).toMatchObject({ status: 'processing', completed_at: null });
    expect(await poll(created)).toMatchObject({ status: 'succeeded', data_removed: false, error: null });
    expect(fakes.replicate.counts).toEqual({ creates: 1, polls: 3, cancels: 0, uploads: 0 });
  });

  test.each([
    ['no token', { authorization: '' }, {}, refusals.unauthenticated],
    ['a lifetime nobody can read', { 'cancel-after': 'soon' }, {}, { status: 422 }],
    ['a lifetime that is too short', { 'cancel-after': '4s' }, {}, { status: 422 }],
    ['no prompt', {}, { prompt: '' }, refusals.promptRequired],
    ['megabytes of data URI', {}, { image_input: [`data:image/png;base64,${'A'.repeat(1e6)}`] }, { status: 422 }],
  ])('given %s, then it is rejected and nothing is stored', async (_, headers, input, refusal) => {
    expect(await create(input, headers)).toMatchObject(refusal);
    expect(fakes.replicate.predictions).toEqual([]);
  });

  test('given an invalid body, then 422', async () => {
    expect(await api('POST', NANO, { input: { prompt: 'x' }, extra: 1 })).toMatchObject({ status: 422 });
    expect(await api('POST', NANO)).toMatchObject({ status: 422 });
    expect(await api('POST', '/predictions', { input: { prompt: 'x' }, version: 'x' })).toMatchObject(
      refusals.invalidVersion,
    );
  });

  test.each(['/predictions/none', '/predictions', '/elsewhere'])('given GET %s, then 404', async (path) => {
    expect(await api('GET', path)).toMatchObject(refusals.notFound);
  });

  test('given a version, then that version runs', async () => {
    fakes.replicate.script([says('fine')]);
    const version = `some/model:${'ab'.repeat(32)}`;
    const created = await api('POST', '/predictions', { version, input: { prompt: 'x' } });
    expect(await poll(created)).toMatchObject({ model: 'some/model', version: 'ab'.repeat(32), output: 'fine' });
  });

  test('given a cancel, then it is canceled; given a late one, then nothing changes', async () => {
    fakes.replicate.script([hangs(), says('fine')]);
    const [running, done] = [await create(), await create()];
    await poll(done);
    const cancel = ({ body }: Said) => api('POST', `/predictions/${body.id}/cancel`);
    expect(await cancel(running)).toMatchObject({ status: 200, body: { status: 'canceled' } });
    expect(await cancel(done)).toMatchObject({ status: 200, body: { status: 'succeeded' } });
    expect(await api('POST', '/predictions/none/cancel')).toMatchObject(refusals.notFound);
  });

  test.each([
    [
      'fails',
      fails('PA'),
      { status: 'failed', error: 'Prediction interrupted; please retry (code: PA)', output: null },
    ],
    ['is aborted', ends('aborted'), { status: 'aborted', started_at: null }],
    ['expires', expires(), { status: 'succeeded', data_removed: true, output: null, input: {} }],
  ])('given a prediction that %s, then the reply shows it', async (_, behaviour, expected) => {
    fakes.replicate.script([behaviour]);
    const created = await create();
    await poll(created);
    expect(await poll(created)).toMatchObject(expected);
  });

  test('given a script, behaviours by model and neither, then they apply in this order', async () => {
    fakes.replicate.behave('google/nano-banana-2', throttles(5, 'header'));
    fakes.replicate.script([{ create: refusals.insufficientCredit }]);
    expect(await create()).toMatchObject({ status: 402 });
    const throttled = await create();
    expect(throttled).toMatchObject({ status: 429, body: { status: 429 } });
    expect(throttled.headers.get('retry-after')).toBe('5');
    expect(await api('POST', '/models/google/nano-banana/predictions', { input: { prompt: 'x' } })).toMatchObject({
      status: 201,
    });
  });

  test.each([
    ['before', 0],
    ['after', 1],
  ] as const)('given a connection that breaks %s the create, then %i is stored', async (when, stored) => {
    fakes.replicate.script([resets(when)]);
    await expect(create()).rejects.toThrow();
    expect(fakes.replicate.predictions).toHaveLength(stored);
  });
});

describe('models', () => {
  const side = { width: 300, height: 400, channels: 3 as const };
  const source = async () =>
    `data:image/png;base64,${(
      await sharp({ create: { ...side, background: 'grey' } })
        .png()
        .toBuffer()
    ).toString('base64')}`;

  test('given a picture, then the output depends on it and on the prompt', async () => {
    const image_input = [await source()];
    const urls = await Promise.all([
      output({ image_input, aspect_ratio: '3:4' }),
      output({ image_input, aspect_ratio: '3:4', prompt: 'a coat' }),
      output({ aspect_ratio: '3:4' }),
    ]);
    const pictures = await Promise.all(urls.map(picture));
    for (const { type, bytes } of pictures) {
      expect(type).toBe('image/jpeg');
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 768, height: 1024 });
    }
    expect(new Set(pictures.map(({ bytes }) => bytes.toString('base64'))).size).toBe(3);
  });

  test('given an order for PNG, then a PNG; mislabelled, then its type is JPEG', async () => {
    expect(await picture(await output({ output_format: 'png' }))).toMatchObject({ type: 'image/png' });
    fakes.replicate.script([mislabels()]);
    const { type, bytes } = await picture(await output({ output_format: 'png' }));
    expect(type).toBe('image/jpeg');
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png' });
  });

  test.each(['http://127.0.0.1:1/none.jpg', `data:image/png;base64,${Buffer.from('no picture').toString('base64')}`])(
    'given the input %s, then the prediction fails',
    async (url) => {
      expect(await poll(await create({ image_input: [url] }))).toMatchObject({
        status: 'failed',
        output: null,
        error: expect.stringContaining('Failed to'),
      });
    },
  );

  test('given seedream, then a list', async () => {
    expect(await output({}, '/models/bytedance/seedream-4.5/predictions')).toEqual([expect.stringMatching(/^http/)]);
  });

  const text = { type: 'string' };
  const object = (properties: object) => ({ type: 'object', properties, required: Object.keys(properties) });
  const items = object({
    items: {
      type: 'array',
      items: object({ item: text, price_range: { type: 'string', enum: ['budget', 'luxury'] } }),
    },
  });
  const outfits = object({
    outfits: {
      type: 'array',
      items: object({
        description: text,
        items: { type: 'array', items: text },
        score: { type: 'number' },
        warm: { type: 'boolean' },
      }),
    },
  });

  test('given gpt-5-structured and a schema, then an answer that conforms', async () => {
    const json_schema = { format: { type: 'json_schema', name: 'outfit', schema: items } };
    const { json_output, text } = (await output({ json_schema }, GPT)) as { json_output: Outfit; text: string };
    expect(json_output.items.map(({ item }) => item).sort()).toEqual([
      'blazer',
      'leather sneakers',
      'straight trousers',
    ]);
    expect(json_output.items.map(({ price_range }) => price_range)).toEqual(['budget', 'luxury', 'budget']);
    expect(JSON.parse(text)).toEqual(json_output);
  });

  test.each([
    ['a plain ground, told how to say so', 'Else give an empty list.', 0],
    ['a plain ground, not told so', 'List what is worn.', 3],
  ])('given gpt-5-structured and %s, then that number of items', async (_, instructions, count) => {
    const json_schema = { format: { type: 'json_schema', name: 'outfit', schema: items } };
    const input = { instructions, json_schema, image_input: [await source()] };
    expect((await output(input, GPT)) as object).toMatchObject({ json_output: { items: Array(count).fill({}) } });
  });

  test('given a prompt for a white background, then its corners are white', async () => {
    const { bytes } = await picture(
      await output({ image_input: [await source()], prompt: 'on a pure white background', aspect_ratio: '3:4' }),
    );
    const { channels } = await sharp(
      await sharp(bytes).extract({ left: 0, top: 0, width: 60, height: 60 }).toBuffer(),
    ).stats();
    expect(Math.min(...channels.map(({ mean }) => mean))).toBeGreaterThan(250);
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 768, height: 1024 });
  });

  test('given gemini and a schema in the prompt, then chunks of fenced JSON with the number of outfits asked for', async () => {
    const input = {
      system_instruction: `Answer with JSON:\n{nothing\n${JSON.stringify(outfits)}`,
      prompt: 'Plan 2 outfits',
    };
    const chunks = (await output(input, '/models/google/gemini-3-flash/predictions')) as string[];
    const [, json = ''] = /```json\n([\s\S]*)\n```/.exec(chunks.join('')) ?? [];
    expect(JSON.parse(json)).toEqual({
      outfits: [
        { description: expect.any(String), items: [expect.any(String), expect.any(String)], score: 1, warm: true },
        { description: expect.any(String), items: [expect.any(String), expect.any(String)], score: 2, warm: true },
      ],
    });
  });

  test('given gemini without a schema, then text', async () => {
    expect(((await output({}, '/models/google/gemini-3-flash/predictions')) as string[]).join('')).toMatch(/outfit/);
  });
});

describe('files', () => {
  test('given a form without a file, then 400', async () => {
    expect(await api('POST', '/files', {})).toMatchObject({ status: 400 });
  });

  test('given missing files, then 404', async () => {
    expect(await api('DELETE', '/files/none')).toMatchObject(refusals.notFound);
    expect((await fetch(`${new URL(fakes.variables.REPLICATE_BASE_URL).origin}/delivery/none`)).status).toBe(404);
  });
});
