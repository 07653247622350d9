import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brokenNode, type ComfyFault, type ComfyRoute, held, outOfMemory } from '@styling/fake-models';
import { sharp } from '@styling/imaging';
import { ConfigError, ServiceError } from '@styling/service';
import { jpegMetadata, photo } from '@styling/testing';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { blank, connectWorker, isBlank, useFakeComfyui } from './comfyui.fixture.ts';
import { DESCRIPTION, failure, inMemory, order, work } from './orders.fixture.ts';

const world = useFakeComfyui();
const fake = () => world.fakes.comfyui;
type Faults = Partial<Record<ComfyRoute, readonly ComfyFault[]>>;

let worker: Awaited<ReturnType<typeof connectWorker>>;
/** One picture by a worker of its own. */
async function made(more: Parameters<typeof work>[0] = {}, connected = connectWorker(world.fakes)) {
  worker = await connected;
  return worker.generateImage(await order(), work(more));
}
afterEach(() => expect(worker.logged()).not.toContain(DESCRIPTION));

/** Nothing but blank pictures is left at the server, and it remembers no prompt. */
async function expectErased() {
  for (const bytes of fake().files.values()) expect(await isBlank(bytes)).toBe(true);
  expect(fake().queue).toMatchObject({ running: [], pending: [] });
  expect([...fake().queue.history]).toEqual([]);
}

describe('a picture by the operator’s workflow', () => {
  test('is made of the selfie, at about a megapixel, and nothing of it stays at the server', async () => {
    fake().run([{ takesMs: 400 }]);
    const told: number[] = [];
    const picture = await made({ told });
    expect(picture).toMatchObject({ width: 944, height: 1_104 });
    expect(picture.model).toMatch(/^comfyui\/example-workflow:[\da-f]{12}$/);
    expect(jpegMetadata(picture.image).kinds).toEqual(['xmp']);
    expect((await sharp(picture.image).stats()).channels.some(({ stdev }) => stdev > 20)).toBe(true);
    expect(fake().prompts).toHaveLength(1);
    expect(told.at(-1)).toBeCloseTo(0.9);
    expect(told).toContainEqual(expect.closeTo(0.9 * 0.15));
    const names = [...fake().files.keys()];
    expect(names).toEqual([
      expect.stringMatching(/^input\/styling\/[\da-f-]{36}-selfie\.jpg$/),
      expect.stringMatching(/^temp\//),
    ]);
    await expectErased();
  });

  test('of garments’ pictures takes as many as it has places, and differs by seed', async () => {
    worker = await connectWorker(world.fakes);
    expect(worker.abilities).toEqual({ references: 2, text: true, seed: true });
    const { pictures, ...texts } = await order();
    const garment = { bytes: await photo('astronaut.png'), field: 'outfit_base64' };
    const one = { ...texts, pictures: [...pictures, garment] };
    const loaded = () => JSON.stringify(fake().prompts.at(-1)?.prompt).match(/garment_\d\.jpg/g);
    const first = await worker.generateImage({ ...one, seed: 5 }, work());
    expect(loaded()).toEqual(['garment_1.jpg']);
    const second = await worker.generateImage({ ...one, seed: 6 }, { ...work(), checkpointPrefix: 'b/' });
    expect([first.seed, second.seed]).toEqual([5, 6]);
    expect(Buffer.compare(first.image, second.image)).not.toBe(0);
    const asked = fake().counts['GET /object_info'];
    const two = { ...texts, pictures: [...one.pictures, garment] };
    await worker.generateImage(two, { ...work(), checkpointPrefix: 'c/' });
    expect(loaded()).toEqual(['garment_1.jpg', 'garment_2.jpg']);
    expect(fake().counts['GET /object_info']).toBe(asked);
    await expectErased();
  });

  test.each<[string, Faults]>([
    [
      'much fails, and may be repeated',
      {
        'POST /upload/image': ['reset', 'hang', 'pass', 'reset', 'reset'],
        'POST /prompt': [{ status: 429, body: {}, headers: { 'retry-after': '1' } }, 'reset after'],
        'GET /history': ['garbage', 'reset', { status: 502, body: 'bad gateway' }],
        'GET /queue': ['garbage', 'hang'],
        'GET /view': ['half', { status: 503, body: {} }],
        'POST /history': ['reset'],
      },
    ],
    ['the response to the prompt never comes', { 'POST /prompt': ['hang after'] }],
  ])('comes from one prompt though %s', async (_, faults) => {
    fake().script(faults);
    fake().run([{ takesMs: 200 }]);
    expect(await made()).toMatchObject({ width: 944 });
    expect(fake().prompts).toHaveLength(1);
  });

  test.each([
    ['no picture', { saves: Buffer.from('<html>') }],
    ['a picture of another size', { paints: 'another aspect' }],
  ] as const)('is made by a second prompt, with another seed, after %s', async (_, behaviour) => {
    fake().run([behaviour]);
    expect(await made()).toMatchObject({ width: 944 });
    const [first, second] = fake().prompts.map(({ prompt }) => JSON.stringify(prompt).match(/noise_seed":(\d+)/)?.[1]);
    expect(second).not.toBe(first);
  });

  test('is made by a second prompt after a lack of memory, not after a third', async () => {
    fake().run([outOfMemory()]);
    expect(await made()).toMatchObject({ width: 944 });
    expect(fake().prompts).toHaveLength(2);
    fake().run([outOfMemory(), outOfMemory()]);
    expect(await failure(made())).toMatchObject({ code: 'internal', cause: { kind: 'failed', retryable: true } });
    expect(fake().prompts).toHaveLength(4);
    await expectErased();
  });
});

describe('a picture that cannot be made', () => {
  test.each([
    ['a node fails, quoting the prompt', brokenNode(DESCRIPTION), 'a node failed'],
    ['the output is empty', { saves: null }, 'the output node gave no picture'],
  ])('because %s, is an internal error without the server’s text', async (_, behaviour, message) => {
    fake().run([behaviour]);
    const error = await failure(made());
    expect(error).toMatchObject({ code: 'internal', cause: { name: 'VendorError', kind: 'failed' } });
    expect((error as Error).cause).toMatchObject({ message: expect.stringContaining(message) });
    expect(fake().prompts).toHaveLength(1);
    await expectErased();
  });

  test('because a model is missing, names the input in the error for the log', async () => {
    const path = join(tmpdir(), `workflow-${process.pid}.json`);
    const text = await readFile(world.fakes.comfyuiVariables.COMFYUI_WORKFLOW, 'utf8');
    await writeFile(path, text.replace('flux2-vae', 'other-vae'));
    expect(await failure(made({}, connectWorker(world.fakes, { workflow: path })))).toMatchObject({
      code: 'internal',
      cause: { kind: 'invalid', code: 'VAELoader.vae_name:value_not_in_list' },
    });
    await expectErased();
    await writeFile(path, text.replace('{{selfie}}', 'me.jpg'));
    await expect(connectWorker(world.fakes, { workflow: path })).rejects.toThrow(
      new ConfigError('COMFYUI_WORKFLOW: the placeholder {{selfie}} is missing'),
    );
    await expect(connectWorker(world.fakes, { workflow: `${path}.none` })).rejects.toThrow(
      new ConfigError('COMFYUI_WORKFLOW: the file cannot be read (ENOENT)'),
    );
  });

  test('because the selfie is broken, names its field', async () => {
    worker = await connectWorker(world.fakes);
    const selfie = { bytes: (await photo('grace-hopper.jpg')).subarray(0, 3_000), field: 'selfie_base64' };
    expect(await failure(worker.generateImage({ ...(await order()), pictures: [selfie] }, work()))).toMatchObject({
      code: 'incomplete_image',
      parameters: { field: 'selfie_base64' },
    });
    expect(fake().counts).toEqual({});
  });

  test('in time, is taken back at the deadline', async () => {
    fake().run([held()]);
    const error = await failure(made({ deadline: new Date(Date.now() + 2_000) }));
    expect(error).toMatchObject({ code: 'deadline_exceeded', cause: { kind: 'deadline' } });
    await vi.waitUntil(() => fake().queue.running.length === 0);
    expect(fake().counts['POST /interrupt']).toBe(1);
  });

  test('because the server was restarted, is unavailable; the next delivery makes it, with the same files', async () => {
    fake().run([held()]);
    const store = inMemory();
    const lost = failure(made({}, connectWorker(world.fakes, { store })));
    await vi.waitUntil(() => fake().queue.running.length > 0, 20_000);
    fake().queue.restart();
    expect(await lost).toMatchObject({ code: 'unavailable' });
    expect(await made({}, connectWorker(world.fakes, { store }))).toMatchObject({ width: 944 });
    expect(fake().prompts).toHaveLength(2);
    expect(new Set(fake().prompts.map(({ id }) => id)).size).toBe(1);
    expect([...fake().files.keys()].filter((name) => name.startsWith('input/'))).toHaveLength(1);
    await expectErased();
  });

  test('because another worker has fetched it, is unavailable: that one has the result', async () => {
    fake().run([{ saves: await blank() }]);
    expect(await failure(made())).toMatchObject({ code: 'unavailable' });
  });
});

describe('a cancelled request', () => {
  const cancelled = new ServiceError('canceled');

  test('interrupts its prompt while that runs', async () => {
    fake().run([held()]);
    const cancelling = new AbortController();
    const error = failure(made({ signal: cancelling.signal }));
    await vi.waitUntil(() => fake().queue.running.length > 0, 20_000);
    cancelling.abort(cancelled);
    expect(await error).toBe(cancelled);
    await vi.waitUntil(() => fake().queue.running.length === 0);
    expect(fake().counts['POST /interrupt']).toBe(1);
    for (const bytes of fake().files.values()) expect(await isBlank(bytes)).toBe(true);
  });

  test('leaves the queue while it waits, and interrupts nobody else', async () => {
    fake().run([held(), {}]);
    const other = failure(made({ deadline: new Date(Date.now() + 30_000) }));
    await vi.waitUntil(() => fake().queue.running.length > 0, 20_000);
    const cancelling = new AbortController();
    const error = failure(made({ signal: cancelling.signal }));
    await vi.waitUntil(() => fake().queue.pending.length > 0, 20_000);
    cancelling.abort(cancelled);
    expect(await error).toBe(cancelled);
    expect(fake().queue.pending).toEqual([]);
    expect(fake().queue.running).toHaveLength(1);
    fake().queue.release();
    expect(await other).toBeUndefined();
  });

  test('before the prompt sends none', async () => {
    fake().script({ 'POST /upload/image': ['hang'] });
    const cancelling = new AbortController();
    const error = failure(made({ signal: cancelling.signal }));
    await vi.waitUntil(() => fake().counts['POST /upload/image'] === 1, 20_000);
    cancelling.abort(cancelled);
    expect(await error).toBe(cancelled);
    expect(fake().prompts).toEqual([]);
  });
});
