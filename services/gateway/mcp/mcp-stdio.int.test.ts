import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { publish } from '@styling/bus';
import { startRequest } from '@styling/contracts';
import { unpackInput } from '@styling/objectstore';
import { startServiceWithTables } from '@styling/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerForAssets, nobody } from '../assets/assets.fixture.ts';
import { smallPhoto, startTestGateways, type TestGateways } from '../gateway.fixture.ts';
import { createKey } from '../keys/key-administration.ts';

// `styling mcp` in a process of its own, as agents start it, between the official client and a gateway.

const STYLING = fileURLToPath(new URL('../../../sdk/command-line/main.ts', import.meta.url));
let gateways: TestGateways;
let jobs: { stop(): Promise<void> };
let queries: ReturnType<typeof answerForAssets>;
const answers = { check: async () => {} };
let folder = '';
let selfie_path = '';
let photo: Buffer;
let key = '';
let users = 0;
let client: Client;

beforeAll(async () => {
  gateways = await startTestGateways({ dailyLimit: 5, clock: () => new Date() });
  jobs = await startServiceWithTables('jobs', gateways.servers);
  queries = answerForAssets(gateways.servers.bus, answers);
  folder = await mkdtemp(join(tmpdir(), 'styling-mcp-'));
  selfie_path = join(folder, 'me.jpg');
  photo = await smallPhoto();
  await writeFile(selfie_path, photo);
}, 120_000);
afterAll(async () => {
  await Promise.all(queries.map((query) => query.stop()));
  await jobs.stop();
  await gateways.stop();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  answers.check = async () => {};
  key = (await createKey(gateways.deps, `user${++users}`, 'test')).key;
});
afterEach(async () => {
  gateways.setWork((event) => gateways.complete(event));
  await client.close();
});

/** The official client, of the current revision unless it is `legacy`. */
async function connect(mode: 'auto' | 'legacy' = 'auto', variables: Record<string, string> = {}): Promise<void> {
  client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  const env = { STYLING_URL: `http://127.0.0.1:${gateways.gateway.port}`, STYLING_API_KEY: key, ...variables };
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [STYLING, 'mcp'], env, stderr: 'ignore' }),
  );
}
const tryOn = (given: object = { selfie_path }) => ({
  name: 'try_on_outfit',
  arguments: { clothing_description: 'a red coat', mode: 'model_shot', ...given },
});
const get = async (path: string) => {
  const response = await fetch(`http://127.0.0.1:${gateways.gateway.port}${path}`, { headers: { 'x-api-key': key } });
  return (await response.json()) as Record<string, unknown>;
};

describe('styling mcp', () => {
  it.each(['auto', 'legacy'] as const)(
    'lists the tools, which take a path, and dresses who is at it (%s)',
    async (mode) => {
      const selfies: Uint8Array[] = [];
      gateways.setWork(async (event) => {
        const input = unpackInput((await gateways.servers.store.get(event.data.input))?.bytes ?? new Uint8Array());
        selfies.push(...Object.values(input.pictures));
        await gateways.complete(event);
      });
      await connect(mode);
      const { tools } = await client.listTools();
      expect(tools[0]?.inputSchema.properties).toMatchObject({ selfie_path: { type: 'string' }, selfie_asset_id: {} });
      for (let times = 0; times < 2; times++) {
        const { isError, content } = await client.callTool(tryOn());
        expect(isError).toBeFalsy();
        expect(content).toContainEqual(expect.objectContaining({ type: 'resource_link', mimeType: 'image/jpeg' }));
      }
      expect(selfies.map((selfie) => Buffer.from(selfie).equals(photo))).toEqual([true, true]);
      // Uploaded once.
      expect((await get('/assets')).assets).toHaveLength(1);
    },
  );

  it('returns a picture that cannot be uploaded as the result of the call', async () => {
    await connect();
    const message = async (given: object) => (await client.callTool(tryOn(given))).content;
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
      await publish(gateways.servers.bus, startRequest(event.data, 'tryon', new Date()));
      begun.resolve();
    });
    await connect();
    const giveUp = new AbortController();
    const called = client.callTool(tryOn(), { signal: giveUp.signal });
    await begun.promise;
    giveUp.abort();
    await expect(called).rejects.toThrow();
    await vi.waitFor(
      async () => expect((await get('/jobs')).jobs).toMatchObject([{ cancel_requested_at: expect.any(String) }]),
      { timeout: 10_000 },
    );
  });

  it('says why the service refuses, and that it does not respond', async () => {
    await expect(connect('legacy', { STYLING_API_KEY: 'iss_wrong' })).rejects.toThrow(/invalid_api_key/);
    await expect(connect('legacy', { STYLING_URL: 'http://127.0.0.1:1' })).rejects.toThrow(/did not respond/);
  });
});
