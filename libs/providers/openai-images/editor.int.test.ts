import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { IMAGE_MODEL, type OpenAiFault, type OpenAiServer } from '@styling/fake-models';
import { provenanceXmp, sharp } from '@styling/imaging';
import { isNothingPaid, ServiceError } from '@styling/service';
import { silentLogger } from '@styling/telemetry';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { codeOf, failureOf } from '../vendor.fixture.ts';
import { openEditor } from './models.ts';
import { useModels } from './openai.fixture.ts';
import { openAiVariables } from './variables.ts';

const models = useModels();
const order = (seed?: number) => ({ prompt: 'Dress them in a red coat', pictures: models.pictures(), seed });

describe('generateImage', () => {
  test.each<[OpenAiServer, string, number, number, boolean]>([
    ['openai', 'gpt-image-1', 1024, 1536, false],
    ['litellm', 'gpt-image-1', 768, 1024, false],
    // A megapixel with the aspect of the selfie.
    ['vllm-omni', 'black-forest-labs/FLUX.2-klein-4B', 944, 1104, true],
    ['sglang', 'FireRedTeam/FireRed-Image-Edit-1.1', 944, 1104, true],
  ])(
    'given %s, then it is asked in its own words, and makes a clean JPEG',
    async (server, model, width, height, hasSeed) => {
      const editor = await models.editor(server);
      const made = await editor.generateImage(order(7), models.work());
      expect(made).toMatchObject({ model, width, height });
      expect(made.seed).toBe(hasSeed ? 7 : undefined);
      expect(editor).toMatchObject({ models: [model], abilities: { references: 3, seed: hasSeed }, isPaid: false });
      const { format, exif, xmp } = await sharp(made.image).metadata();
      expect({ format, exif }).toEqual({ format: 'jpeg', exif: undefined });
      expect(xmp?.toString()).toBe(provenanceXmp);
      const [asked, ...others] = models.fakes.openAi.asked;
      expect(asked?.pictures).toHaveLength(2);
      expect(others).toEqual([]);
    },
  );

  test('given a size, and no model where the server has one, then it makes that size with its model', async () => {
    const { OPENAI_IMAGES_BASE_URL, OPENAI_IMAGES_API_KEY } = models.fakes.openAi.variables('vllm-omni');
    const deps = { store: models.servers.store, log: silentLogger(), clock: () => new Date() };
    const variables = { OPENAI_IMAGES_BASE_URL, OPENAI_IMAGES_API_KEY, OPENAI_IMAGES_SIZE: '512x640' };
    const editor = await openEditor(openAiVariables.parse(variables), deps);
    onTestFinished(editor.close);
    const made = await editor.generateImage(order(), models.work());
    expect(made).toMatchObject({ width: 512, height: 640, model: IMAGE_MODEL });
  });

  test.each(['own', 'relative'])(
    'given an answer by its %s address, then the picture is fetched there',
    async (kind) => {
      const editor = await models.editor('vllm-omni');
      const { OPENAI_IMAGES_BASE_URL } = models.fakes.openAi.variables('vllm-omni');
      models.fakes.openAi.script([
        { url: (path) => (kind === 'own' ? new URL(path, OPENAI_IMAGES_BASE_URL).href : path) },
      ]);
      expect(await editor.generateImage(order(), models.work())).toMatchObject({ height: 1104 });
    },
  );

  test('given an answer by the address of another private host, then nothing is fetched', async () => {
    let hits = 0;
    const canary = createServer((_, response) => {
      hits++;
      response.end();
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void canary.close());
    await vi.waitUntil(() => canary.listening);
    const elsewhere = `http://127.0.0.1:${(canary.address() as AddressInfo).port}/a.jpg`;
    const editor = await models.editor();
    models.fakes.openAi.script([{ url: () => elsewhere }]);
    expect(await codeOf(editor.generateImage(order(), models.work()))).toBe('internal');
    expect(hits).toBe(0);
  });
});

describe('a picture that is of no use', () => {
  test.each([
    ['own hardware', 'vllm-omni', '0'],
    ['a paid server', 'openai', '1'],
  ] as const)('given one of another aspect, then %s makes one more, and both are charged', async (_, server, paid) => {
    const editor = await models.editor(server, { OPENAI_IMAGES_PAID: paid, OPENAI_IMAGES_USD: '0.05' });
    const charged = vi.fn();
    models.fakes.openAi.script([{ fault: 'another aspect' }]);
    const made = await editor.generateImage(order(7), { ...models.work(), charged });
    expect(made.seed).toBe(server === 'openai' ? undefined : Number(models.fakes.openAi.asked[1]?.parameters.seed));
    expect(made.seed).not.toBe(7);
    expect(charged.mock.calls.map(([{ id }]) => id.split('/').at(-1))).toEqual(['unusable', 'picture']);
  });

  test('given two in one request, over two deliveries, then a paid server is not asked again', async () => {
    const editor = await models.editor('openai', { OPENAI_IMAGES_PAID: '1' });
    models.fakes.openAi.behave({ fault: 'half a picture' });
    for (const _ of [1, 2]) await codeOf(editor.generateImage(order(), models.work(940)));
    expect(models.fakes.openAi.counts.edits).toBe(2);
  });

  test('given a server that takes a single picture, then an order with two fails, and is not asked again', async () => {
    const editor = await models.editor('vllm-omni-0.24');
    expect(await codeOf(editor.generateImage(order(), models.work()))).toBe('internal');
    expect(models.fakes.openAi.counts.edits).toBe(0);
  });
});

describe('failures', () => {
  test.each<[OpenAiFault, string, string]>([
    ['reset', 'unavailable', 'internal'],
    ['reset after', 'unavailable', 'internal'],
    ['crashed', 'unavailable', 'internal'],
    ['not loaded', 'unavailable', 'unavailable'],
    ['garbage', 'internal', 'internal'],
    ['rejected', 'internal', 'internal'],
    ['out of credit', 'internal', 'internal'],
    ['refused', 'content_refused', 'content_refused'],
    ['empty', 'internal', 'internal'],
  ])('given %s, then one request, and %s on own hardware, %s where it is paid', async (fault, own, paid) => {
    const [mine, theirs] = await Promise.all([models.editor(), models.editor('openai', { OPENAI_IMAGES_PAID: '1' })]);
    models.fakes.openAi.script([{ fault }, { fault }]);
    expect(await codeOf(mine.generateImage(order(), models.work()))).toBe(own);
    expect(await codeOf(theirs.generateImage(order(), models.work()))).toBe(paid);
    expect(models.fakes.openAi.counts.edits).toBe(2);
  });

  test.each(['0', undefined])('given a 429 with Retry-After %s, then it is asked again', async (retryAfter) => {
    const editor = await models.editor('openai', { OPENAI_IMAGES_PAID: '1' });
    models.fakes.openAi.script([{ fault: 'throttled', ...(retryAfter !== undefined && { retryAfter }) }]);
    await editor.generateImage(order(), models.work());
    expect(models.fakes.openAi.counts).toMatchObject({ edits: 2, made: 1 });
  });

  test.each<['hang' | undefined, number]>([
    ['hang', 0],
    [undefined, 60_000],
  ])('given a server that does not answer (%s), then it is left at the deadline', async (fault, takesMs) => {
    const editor = await models.editor();
    models.fakes.openAi.script([{ takesMs, ...(fault && { fault }) }]);
    expect(await codeOf(editor.generateImage(order(), models.work(undefined, { ms: 1_000 })))).toBe(
      'deadline_exceeded',
    );
    if (!fault) await vi.waitUntil(() => models.fakes.openAi.counts.abandoned === 1);
  });

  test('given a request that is cancelled, then the connection is closed, and the server stops', async () => {
    const editor = await models.editor();
    const cancel = new AbortController();
    models.fakes.openAi.script([{ takesMs: 60_000 }]);
    const made = codeOf(editor.generateImage(order(), models.work(undefined, { signal: cancel.signal })));
    await vi.waitUntil(() => models.fakes.openAi.counts.edits === 1);
    cancel.abort(new ServiceError('canceled'));
    expect(await made).toBe('canceled');
    await vi.waitUntil(() => models.fakes.openAi.counts.abandoned === 1);
    expect(models.fakes.openAi.counts.made).toBe(0);
  });
});

describe('a redelivery', () => {
  test('given an answer that came, then it is taken, and charged under the same id', async () => {
    const editor = await models.editor('openai', { OPENAI_IMAGES_PAID: '1', OPENAI_IMAGES_USD: '0.05' });
    const charges: object[] = [];
    const charged = (charge: object) => void charges.push(charge);
    const first = await editor.generateImage(order(), { ...models.work(901), charged });
    const again = await editor.generateImage(order(), { ...models.work(901), charged });
    const charge = { id: 'requests/work-901/picture', model: 'gpt-image-1', usd: 0.05 };
    expect(charges).toEqual([charge, charge]);
    expect(Buffer.from(again.image).equals(Buffer.from(first.image))).toBe(true);
    expect(models.fakes.openAi.counts.edits).toBe(1);
  });

  test('given a paid answer without a known price, then it is charged as 0, so that nobody else is asked', async () => {
    const editor = await models.editor('openai', { OPENAI_IMAGES_PAID: '1' });
    const charged = vi.fn();
    await editor.generateImage(order(), { ...models.work(), charged });
    expect(charged.mock.calls).toMatchObject([[{ usd: 0 }]]);
  });

  test('given an answer that was lost, then own hardware is asked again', async () => {
    const editor = await models.editor();
    models.fakes.openAi.script([{ fault: 'reset after' }]);
    expect(await codeOf(editor.generateImage(order(), models.work(902)))).toBe('unavailable');
    await editor.generateImage(order(), models.work(902));
    expect(models.fakes.openAi.counts).toMatchObject({ edits: 2, made: 2 });
  });

  test('given an answer that was lost, then a paid server is not asked again', async () => {
    const editor = await models.editor('openai', { OPENAI_IMAGES_PAID: '1' });
    models.fakes.openAi.script([{ fault: 'reset after' }]);
    expect(await codeOf(editor.generateImage(order(), models.work(903)))).toBe('internal');
    expect(await codeOf(editor.generateImage(order(), models.work(903)))).toBe('internal');
    expect(models.fakes.openAi.counts).toMatchObject({ edits: 1, made: 1 });
  });

  test('given a server that made nothing, then a paid one is asked again, too', async () => {
    const editor = await models.editor('openai', { OPENAI_IMAGES_PAID: '1' });
    models.fakes.openAi.behave({ fault: 'throttled', retryAfter: '1000' });
    for (let delivery = 1; delivery <= 3; delivery++)
      expect(await codeOf(editor.generateImage(order(), models.work(904)))).toBe('unavailable');
    models.fakes.openAi.behave({});
    await editor.generateImage(order(), models.work(904));
    expect(models.fakes.openAi.counts).toMatchObject({ edits: 4, made: 1 });
  });

  test.each([
    ['own hardware', 5, '0'],
    ['a paid server', 2, '1'],
  ])('given 503 although it was made, in five deliveries, then %s makes %i', async (_, made, paid) => {
    const editor = await models.editor('openai', { OPENAI_IMAGES_PAID: paid });
    models.fakes.openAi.behave({ fault: 'unavailable after' });
    for (let delivery = 1; delivery <= 5; delivery++) {
      const failure = await failureOf(editor.generateImage(order(), models.work(905 + Number(paid))));
      expect(failure.code).toBe('unavailable');
      expect(isNothingPaid(failure)).toBe(false);
    }
    expect(models.fakes.openAi.counts).toMatchObject({ edits: made, made });
  });

  test.each<OpenAiFault>(['throttled', 'out of credit'])(
    'given %s after a 503, then it does not say that nothing was paid, and is asked once more',
    async (fault) => {
      const editor = await models.editor('openai', { OPENAI_IMAGES_PAID: '1' });
      models.fakes.openAi.script([{ fault: 'unavailable after' }, { fault, retryAfter: '1000' }, {}]);
      const work = () => models.work(907 + fault.length);
      for (const _ of [1, 2]) expect(isNothingPaid(await failureOf(editor.generateImage(order(), work())))).toBe(false);
      await editor.generateImage(order(), work());
      expect(models.fakes.openAi.counts).toMatchObject({ edits: 3, made: 2 });
    },
  );

  test('given a worker that was killed during the attempt after a 503, then a paid server is not asked again', async () => {
    const editor = await models.editor('openai', { OPENAI_IMAGES_PAID: '1' });
    models.fakes.openAi.script([{ fault: 'unavailable after' }]);
    await codeOf(editor.generateImage(order(), models.work(930)));
    models.fakes.openAi.script([{ takesMs: 60_000 }]);
    const killed = new AbortController();
    const making = codeOf(editor.generateImage(order(), models.work(930, { signal: killed.signal })));
    await vi.waitUntil(() => models.fakes.openAi.counts.edits === 2);
    killed.abort();
    await making;
    expect(await codeOf(editor.generateImage(order(), models.work(930)))).toBe('unavailable');
    expect(models.fakes.openAi.counts.edits).toBe(2);
  });
});

describe('the start', () => {
  test.each<[string, OpenAiServer, Record<string, string>, RegExp]>([
    ['a wrong key', 'openai', { OPENAI_IMAGES_API_KEY: 'sk-wrong' }, /^OPENAI_IMAGES_API_KEY: .*401/],
    ['a model that is not there', 'openai', { OPENAI_IMAGES_MODEL: 'dall-e-9' }, /^OPENAI_IMAGES_MODEL: /],
    ['a server of language models', 'vllm', {}, /^OPENAI_IMAGES_BASE_URL: .*\/images\/edits/],
  ])('given %s, then it ends with a line that names the variable', async (_, server, variables, line) => {
    await expect(models.editor(server, variables)).rejects.toThrow(
      expect.objectContaining({ name: 'ConfigError', message: expect.stringMatching(line) }),
    );
  });

  test('given a server that takes an empty request, then the line says so, and not that there is none', async () => {
    const anything = createServer((_, response) => void response.end('{}')).listen(0, '127.0.0.1');
    onTestFinished(() => void anything.close());
    await vi.waitUntil(() => anything.listening);
    const base = `http://127.0.0.1:${(anything.address() as AddressInfo).port}`;
    await expect(models.editor('vllm-omni', { OPENAI_IMAGES_BASE_URL: base })).rejects.toThrow(
      'OPENAI_IMAGES_BASE_URL: the server answers 200 to an empty request to /images/edits',
    );
  });

  test('given a server that is not up, then it starts, and requests wait for it', async () => {
    const { OPENAI_IMAGES_BASE_URL } = models.fakes.openAi.variables();
    let isUp = false;
    const proxy = createServer(async ({ url, method = 'GET', headers, socket }, response) => {
      if (!isUp) return void socket.destroy();
      const sent = method === 'POST' ? { body: await buffer(response.req) } : {};
      const { authorization = '', 'content-type': type = '' } = headers;
      const answer = await fetch(new URL(url ?? '/', OPENAI_IMAGES_BASE_URL), {
        method,
        headers: { authorization, 'content-type': type },
        ...sent,
      });
      response.writeHead(answer.status).end(await answer.bytes());
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void proxy.close());
    await vi.waitUntil(() => proxy.listening);
    const base = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${new URL(OPENAI_IMAGES_BASE_URL).pathname}`;
    const editor = await models.editor('vllm-omni', { OPENAI_IMAGES_BASE_URL: base });
    expect(editor).toMatchObject({ abilities: { seed: false }, models: ['black-forest-labs/FLUX.2-klein-4B'] });
    expect(await codeOf(editor.generateImage(order(), models.work()))).toBe('unavailable');
    expect(models.lines.join('')).toContain('model server not up yet');
    isUp = true;
    expect(await editor.generateImage(order(7), models.work())).toMatchObject({ seed: 7 });
    expect(models.fakes.openAi.counts.edits).toBe(1);
  });
});
