import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { answerQueries, notify, publish } from '@styling/bus';
import { listImages, type RequestAccepted, startRequest } from '@styling/contracts';
import { objectNames, unpackInput } from '@styling/objectstore';
import { silentLogger } from '@styling/telemetry';
import { startServiceWithTables } from '@styling/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { answerForAssets, nobody } from '../assets/assets.fixture.ts';
import { smallPhoto, startTestGateways, type TestGateways } from '../gateway.fixture.ts';
import { createKey } from '../keys/key-administration.ts';

let gateways: TestGateways;
let jobs: { stop(): Promise<void> };
let selfie_base64 = '';
let key = '';
let users = 0;
let client: Client;

beforeAll(async () => {
  gateways = await startTestGateways({ dailyLimit: 5, clock: () => new Date() });
  jobs = await startServiceWithTables('jobs', gateways.servers);
  selfie_base64 = (await smallPhoto()).toString('base64');
}, 120_000);
afterAll(async () => {
  await jobs.stop();
  await gateways.stop();
});
beforeEach(async () => {
  key = (await createKey(gateways.deps, `user${++users}`, 'test')).key;
  client = await connect({ Authorization: `Bearer ${key}` });
});
afterEach(async () => {
  gateways.setWork((event) => gateways.complete(event));
  await client.close();
});

const mcp = () => new URL(`http://127.0.0.1:${gateways.gateway.port}/mcp`);
/** The official client, of the current revision unless it is `legacy`. */
async function connect(
  headers: Record<string, string>,
  mode: 'auto' | 'legacy' = 'auto',
  onError?: (error: Error) => void,
): Promise<Client> {
  const connecting = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  if (onError) connecting.onerror = onError;
  await connecting.connect(new StreamableHTTPClientTransport(mcp(), { requestInit: { headers } }));
  return connecting;
}
const tryOn = (selfie: object = { selfie_base64 }) => ({
  name: 'try_on_outfit',
  arguments: { clothing_description: 'a red coat', mode: 'model_shot', ...selfie },
});
const get = async (path: string) => {
  const response = await fetch(new URL(path, mcp()), { headers: { 'x-api-key': key } });
  return (await response.json()) as Record<string, unknown>;
};

describe('tools', () => {
  it('list a page of images unless asked for another size, and say where to continue', async () => {
    const asked: number[] = [];
    const list = async ({ limit, cursor }: { limit: number; cursor: string | null }) => {
      asked.push(limit);
      return { images: [], next_cursor: cursor === null ? 'next' : null };
    };
    const options = { queue: 'images', log: silentLogger() };
    const images = answerQueries(await gateways.servers.connect('images'), listImages, list, options);
    onTestFinished(() => images.stop());
    const { structuredContent } = await client.callTool({ name: 'list_images', arguments: {} });
    expect(structuredContent).toEqual({ images: [], next_cursor: 'next' });
    await client.callTool({ name: 'list_images', arguments: { limit: 100 } });
    expect(asked).toEqual([20, 100]);
    for (const limit of ['', [], 101]) {
      expect(await client.callTool({ name: 'list_images', arguments: { limit } })).toMatchObject({ isError: true });
    }
    const { tools } = await client.listTools();
    expect(tools.find(({ name }) => name === 'list_images')?.description).not.toContain('complete');
  });

  it.each(['auto', 'legacy'] as const)('are listed with the arguments of their endpoints (%s)', async (mode) => {
    const errors: Error[] = [];
    const other = await connect({ 'X-API-Key': key }, mode, (error) => errors.push(error));
    const { tools } = await other.listTools();
    await other.close();
    expect(errors).toEqual([]);
    expect(tools.map(({ name }) => name)).toEqual([
      'try_on_outfit',
      'style_me',
      'analyze_outfit',
      'get_job',
      'list_images',
    ]);
    expect(tools[0]?.inputSchema.properties).toMatchObject({ selfie_base64: { type: 'string' }, mode: {} });
    expect(tools[3]?.inputSchema).toMatchObject({ required: ['id'] });
  });

  it('make an image, which is linked, and inline when it is small; it counts once', async () => {
    gateways.setWork(async (event) => {
      const object = objectNames.image(event.data.image_ids[0] ?? '');
      await gateways.servers.store.put(object, await smallPhoto(), 'image/jpeg');
      await gateways.complete(event);
    });
    const { content, structuredContent, isError } = await client.callTool(tryOn());
    expect(isError).toBeFalsy();
    expect(structuredContent).toMatchObject({ mime_type: 'image/jpeg' });
    expect(content).toContainEqual(expect.objectContaining({ type: 'resource_link', mimeType: 'image/jpeg' }));
    expect(content).toContainEqual(expect.objectContaining({ type: 'image', mimeType: 'image/jpeg' }));
    const { jobs: listed } = await get('/jobs');
    expect(listed).toMatchObject([{ endpoint: '/try_on_outfit', status: 'succeeded' }]);
  });

  it('report progress', async () => {
    gateways.setWork(async (event) => {
      await begin(event);
      notify(gateways.servers.bus, 'request.progressed', event.data.request_id, { stage: 'dressing', fraction: 0.5 });
      await vi.waitFor(() => expect(seen).toHaveLength(1), { timeout: 5_000 });
      await gateways.complete(event);
    });
    const seen: object[] = [];
    await client.callTool(tryOn(), { onprogress: (progress) => seen.push(progress) });
    expect(seen).toEqual([expect.objectContaining({ progress: 0.5, total: 1, message: 'dressing' })]);
  });

  it('return what the API refuses as their result', async () => {
    const { isError, content } = await client.callTool({ name: 'try_on_outfit', arguments: { selfie_base64 } });
    expect(isError).toBe(true);
    expect(content).toEqual([{ type: 'text', text: expect.stringContaining('clothing_description is required') }]);
  });

  it('hand images on as they came, and what the API refuses of them is told', async () => {
    const accepted: string[] = [];
    gateways.setWork(async (event) => {
      accepted.push(event.data.capability);
      await gateways.complete(event);
    });
    const spelled = `data:image/jpeg;base64,${selfie_base64}`.replaceAll('/', '\\/');
    const call = (selfie: string) =>
      fetch(mcp(), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'x-api-key': key,
        },
        body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"try_on_outfit","arguments":{
          "clothing_description":"a red coat","selfie_base64":"${selfie}","mode":"model_shot"}}}`,
      }).then((response) => response.text());
    expect(await call(spelled)).toContain('image_id');
    expect(accepted).toEqual(['tryon']);
    expect(await call('*'.repeat(100_000))).toContain('selfie_base64 must be valid base64');
    expect(await call('')).toContain('selfie_base64 is required');
  });

  it('return the state of a job, and its result once it has ended', async () => {
    await client.callTool(tryOn());
    const { jobs: listed } = (await get('/jobs')) as { jobs: { job_id: string }[] };
    const { structuredContent } = await client.callTool({ name: 'get_job', arguments: { id: listed[0]?.job_id } });
    expect(structuredContent).toMatchObject({ mime_type: 'image/jpeg', job: { status: 'succeeded' } });
  });

  it('that are unknown are an error of the protocol', async () => {
    await expect(client.callTool({ name: 'undress', arguments: {} })).rejects.toThrow(/unknown tool: undress/);
  });

  it('cancel the work when the client gives up', async () => {
    const { promise: begun, resolve } = Promise.withResolvers<void>();
    gateways.setWork(async (event) => {
      await begin(event);
      resolve();
    });
    const giveUp = new AbortController();
    const called = client.callTool(tryOn(), { signal: giveUp.signal });
    await begun;
    giveUp.abort();
    await expect(called).rejects.toThrow();
    await vi.waitFor(
      async () => {
        const { jobs: listed } = await get('/jobs');
        expect(listed).toMatchObject([{ cancel_requested_at: expect.any(String) }]);
      },
      { timeout: 10_000 },
    );
  });
});

const begin = (event: RequestAccepted) => publish(gateways.servers.bus, startRequest(event.data, 'tryon', new Date()));

describe('a connection', () => {
  it.each(['GET', 'DELETE'])(
    'that asks with %s learns that only POST is taken, with a key or without',
    async (method) => {
      for (const headers of [{}, { 'X-API-Key': key }]) {
        const response = await fetch(mcp(), { method, headers: { accept: 'text/event-stream', ...headers } });
        expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
      }
    },
  );
});

describe('a message', () => {
  it('without a key is told how to send it, and challenged', async () => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(mcp(), { method: 'POST', headers, body: '{}' });
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(await response.json()).toMatchObject({
      error: 'Missing X-API-Key header',
      details: 'send the API key as Authorization: Bearer <key>, or in the X-API-Key header',
    });
    const wrong = { ...headers, authorization: 'Bearer wrong' };
    expect((await fetch(mcp(), { method: 'POST', headers: wrong, body: '{}' })).status).toBe(403);
    const elsewhere = await fetch(new URL('/usage', mcp()));
    expect([elsewhere.status, elsewhere.headers.get('www-authenticate')]).toEqual([401, null]);
  });

  it('of many objects is refused before it is parsed', async () => {
    const parsing = vi.spyOn(JSON, 'parse');
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"list":[${'{},'.repeat(10_000)}{}]}}`;
    const headers = { 'content-type': 'application/json', 'x-api-key': key };
    const response = await fetch(mcp(), { method: 'POST', headers, body });
    expect(parsing.mock.calls.filter(([text]) => text.length > 20_000)).toEqual([]);
    parsing.mockRestore();
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'body_too_complex' }]);
  });
});

// `styling mcp` in a process of its own, as agents start it, between the official client and a gateway.
describe('styling mcp', () => {
  const command = fileURLToPath(new URL('../../../sdk/command-line/main.ts', import.meta.url));
  const answers = { check: async () => {} };
  let queries: ReturnType<typeof answerForAssets>;
  let folder = '';
  let selfie_path = '';
  let stdio: Client;

  beforeAll(async () => {
    queries = answerForAssets(gateways.servers.bus, answers);
    folder = await mkdtemp(join(tmpdir(), 'styling-mcp-'));
    selfie_path = join(folder, 'me.jpg');
    await writeFile(selfie_path, await smallPhoto());
  });
  afterAll(async () => {
    await Promise.all(queries.map((query) => query.stop()));
    await rm(folder, { recursive: true });
  });
  afterEach(async () => {
    answers.check = async () => {};
    await stdio.close();
  });

  async function start(mode: 'auto' | 'legacy' = 'auto', variables: Record<string, string> = {}): Promise<void> {
    stdio = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
    const env = { STYLING_URL: mcp().origin, STYLING_API_KEY: key, ...variables };
    await stdio.connect(
      new StdioClientTransport({ command: process.execPath, args: [command, 'mcp'], env, stderr: 'ignore' }),
    );
  }

  it.each(['auto', 'legacy'] as const)(
    'lists the tools, which take a path, and dresses who is at it (%s)',
    async (mode) => {
      const selfies: Uint8Array[] = [];
      gateways.setWork(async (event) => {
        const input = unpackInput((await gateways.servers.store.get(event.data.input))?.bytes ?? new Uint8Array());
        selfies.push(...Object.values(input.pictures));
        await gateways.complete(event);
      });
      await start(mode);
      const { tools } = await stdio.listTools();
      expect(tools[0]?.inputSchema.properties).toMatchObject({ selfie_path: { type: 'string' }, selfie_asset_id: {} });
      for (let times = 0; times < 2; times++) {
        const { isError, content } = await stdio.callTool(tryOn({ selfie_path }));
        expect(isError).toBeFalsy();
        expect(content).toContainEqual(expect.objectContaining({ type: 'resource_link', mimeType: 'image/jpeg' }));
      }
      expect(selfies.map((selfie) => Buffer.from(selfie).toString('base64') === selfie_base64)).toEqual([true, true]);
      // Uploaded once.
      expect((await get('/assets')).assets).toHaveLength(1);
    },
  );

  it('returns a picture that cannot be uploaded as the result of the call', async () => {
    await start();
    const message = async (given: object) => (await stdio.callTool(tryOn(given))).content;
    expect(await message({ selfie_path: '/nowhere/me.jpg' })).toEqual([
      { type: 'text', text: '/nowhere/me.jpg does not exist' },
    ]);
    answers.check = nobody;
    expect(await message({ selfie_path })).toEqual([
      { type: 'text', text: expect.stringContaining('must show a person') },
    ]);
  });

  it('cancels the work when the client gives up', async () => {
    const begun = Promise.withResolvers<void>();
    gateways.setWork(async (event) => {
      await begin(event);
      begun.resolve();
    });
    await start();
    const giveUp = new AbortController();
    const called = stdio.callTool(tryOn({ selfie_path }), { signal: giveUp.signal });
    await begun.promise;
    giveUp.abort();
    await expect(called).rejects.toThrow();
    await vi.waitFor(
      async () => expect((await get('/jobs')).jobs).toMatchObject([{ cancel_requested_at: expect.any(String) }]),
      { timeout: 10_000 },
    );
  });

  it('says why the service refuses, and that it does not respond', async () => {
    await expect(start('legacy', { STYLING_API_KEY: 'iss_wrong' })).rejects.toThrow(/invalid_api_key/);
    await expect(start('legacy', { STYLING_URL: 'http://127.0.0.1:1' })).rejects.toThrow(/did not respond/);
  });
});
