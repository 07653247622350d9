import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { services } from '@styling/contracts';
import { connectDatabase } from '@styling/database';
import { type FakeModels, startFakeModels } from '@styling/fake-models';
import { REPOSITORY_DIR, waitUntil } from '@styling/local-servers';
import { silentLogger } from '@styling/telemetry';
import { copyPreparedCluster, photo } from '@styling/testing';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { besideEnvironment } from './run-beside.ts';
import { stackSettings } from './settings.ts';
import { type Stack, startStack } from './stack.ts';

// A user who has used everything is erased from a running system, while a request runs, by a command that is killed the
// first time. Then nothing of theirs is to be found: over HTTP, after a rebuild, in any file of any store, in any span.

const USER = 'to-be-erased';
const WISH = 'a curiously worded turquoise cardigan';
const OCCASION = 'an unheard-of garden ceremony';

/** How long a model works. */
let takesMs = 100;
let dataDir: string;
let spans: Buffer[];
let collector: Server;
let models: FakeModels;
let stack: Stack;
let selfie: Buffer;
let key: string;
let db: Kysely<unknown>;
let variables: NodeJS.ProcessEnv;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'styling-erase-'));
  await chmod(dataDir, 0o755);
  await copyPreparedCluster(dataDir);
  selfie = await photo('grace-hopper.jpg');
  spans = [];
  collector = createServer(async (request, response) => {
    spans.push(await buffer(request));
    response.end();
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  // Hosted models, as the embedded engine takes most of a minute for what is made here.
  models = await startFakeModels({ behaviour: () => ({ takesMs }) });
  const settings = stackSettings({
    ...process.env,
    LOG_LEVEL: 'debug',
    STYLING_PROVIDER: 'replicate',
    SELFIE_CHECK: 'off',
    ...models.variables,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
  });
  stack = await startStack({ ...settings, dataDir, port: 0, imageStorePort: 0, show: () => {} });
  variables = await besideEnvironment(dataDir, process.env);
  key = await newKey();
  db = connectDatabase({ url: stack.addresses.DATABASE_URL, schema: 'public', log: silentLogger(), connections: 1 });
});
afterAll(async () => {
  await stack.stop();
  await models.stop();
  collector.close();
  await rm(dataDir, { recursive: true, force: true });
  await db.destroy();
});

const start = (script: string, ...args: string[]) =>
  spawn(process.execPath, [script, ...args], {
    cwd: REPOSITORY_DIR,
    env: { ...variables, STYLING_DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
const run = async (script: string, ...args: string[]) => JSON.parse(await text(start(script, ...args).stdout));
const newKey = async (): Promise<string> =>
  (await run('services/gateway/keys.ts', 'create', '--user', USER, '--name', 'their own words')).key;
const erase = () => run('deploy/local/erase.ts', '--user', USER);

async function call(path: string, body?: object): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${stack.apiUrl}${path}`, {
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify({ selfie_base64: selfie.toString('base64'), ...body }) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
const bytesAt = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());

/** Where in the files of the stack, and in the spans, a secret is. */
async function whereabouts(secrets: Record<string, Buffer>): Promise<string[]> {
  const found = new Set<string>();
  const search = (place: string, bytes: Buffer) => {
    for (const [name, secret] of Object.entries(secrets)) if (bytes.includes(secret)) found.add(`${name} in ${place}`);
  };
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    search(entry.name, await readFile(join(entry.parentPath, entry.name)).catch(() => Buffer.alloc(0)));
  }
  search('a span', Buffer.concat(spans));
  return [...found];
}

it('given a user who is erased, then nothing of theirs is left anywhere, and nothing comes back', async () => {
  const dressed = await call('/try_on_outfit', { clothing_description: WISH, mode: 'model_shot', store_image: true });
  const [url, id] = [String(dressed.body.image_url), String(dressed.body.image_id)];
  const inline = await call('/generate_image', { clothing_description: WISH, mode: 'studio' });
  expect([dressed.status, inline.status, (await call('/analyze_outfit', { image_url: url })).status]).toEqual([
    200, 200, 200,
  ]);
  const made = await bytesAt(url);
  const hook = { selfie_base64: undefined, url: 'https://hook.example/quixotic-hook', events: ['job.failed'] };
  expect((await call('/webhooks', hook)).status).toBe(201);
  const part = (bytes: Buffer) => bytes.subarray(bytes.length >> 1, (bytes.length >> 1) + 48);
  const secrets = {
    'the selfie': part(selfie),
    'its base64': Buffer.from(selfie.toString('base64').slice(30_000, 30_064)),
    'the kept picture': part(made),
    'the picture that was not kept': part(Buffer.from(String(inline.body.image_base64), 'base64')),
    'the wish': Buffer.from(WISH),
    'the occasion': Buffer.from(OCCASION),
    'the address of the webhook': Buffer.from('quixotic-hook'),
    'the key': Buffer.from(key),
  };
  // The search finds what is there.
  expect((await whereabouts(secrets)).join()).toContain('the kept picture in');
  expect(await waitUntil(async () => spans.length > 0, { timeoutMs: 30_000 })).toBe(true);

  // While a request runs: the first attempt gets as far as the revocation and is killed as it waits.
  takesMs = 2_000;
  const running = call('/style_me', { occasion: OCCASION, style_preferences: WISH, num_outfits: 1 });
  const isRunning = async () =>
    (await sql`select from gateway.running where user_id = ${USER}`.execute(db)).rows.length > 0;
  expect(await waitUntil(isRunning, { timeoutMs: 30_000 })).toBe(true);
  const killed = start('services/gateway/erase.ts', 'disown', USER);
  expect(await waitUntil(async () => (await call('/usage')).status === 403, { timeoutMs: 30_000 })).toBe(true);
  killed.kill('SIGKILL');

  const erased = await erase();
  const none = { keys_revoked: 0, assets_erased: 0, jobs_left: 0, events_left: 0 };
  const parts = { user_id: USER, images_erased: expect.any(Number), ...none };
  expect(erased).toEqual({ ...parts, keys_removed: 1 });
  expect(erased.images_erased).toBeGreaterThanOrEqual(1);
  expect((await running).status).toBe(200);
  expect(await erase()).toEqual({ ...parts, images_erased: erased.images_erased, keys_removed: 0 });
  expect((await fetch(url)).status).toBe(404);
  expect(await run('services/images/orphans.ts', '--delete', '--log-is-empty')).toMatchObject({ deleted: 0 });

  for (const read_model of ['images', 'usage', 'jobs', 'webhooks']) {
    expect(await run('deploy/local/rebuild.ts', read_model)).toMatchObject({ read_model, identical: true });
  }
  const rows = await sql<{ table: string; row: string }>`
    select 'image' as table, t::text as row from images.image t where user_id = ${USER}
    union all select 'api_key', t::text from gateway.api_key t where user_id = ${USER}
    union all select 'invitation', t::text from gateway.invitation t where user_id = ${USER}
    union all select 'passkey', t::text from gateway.passkey t where user_id = ${USER}
    union all select 'admission', t::text from gateway.admission t where user_id = ${USER}
    union all select 'running', t::text from gateway.running t where user_id = ${USER}
    union all select 'user_limit', t::text from gateway.user_limit t where user_id = ${USER}
    union all select 'user_event', t::text from webhooks.user_event t where user_id = ${USER}
    union all select 'webhook', t::text from webhooks.webhook t where user_id = ${USER}
    union all select 'day', t::text from webhooks.day t where user_id = ${USER}
    union all select 'job', t::text from jobs.job t where user_id = ${USER}
    union all select 'answered_request', t::text from ${sql.table(`${services.usage.schema}.answered_request`)} t where t::text like ${`%${USER}%`}`.execute(
    db,
  );
  expect(rows.rows).toEqual([]);

  key = await newKey();
  expect(await call('/images')).toMatchObject({ status: 200, body: { images: [] } });
  expect(await call('/jobs')).toMatchObject({ status: 200, body: { jobs: [] } });
  expect(await call('/webhooks')).toMatchObject({ status: 200, body: { webhooks: [] } });
  // The key is new, and so is all that there is of it.
  expect((await call('/events')).body).toMatchObject({ events: [{ type: 'key.created' }] });
  expect(await call(`/images/${id}`)).toMatchObject({ status: 404 });
  expect((await call('/usage')).body).toMatchObject({ rate_limit: { used_today: 0 } });

  await stack.stop();
  expect(await whereabouts({ ...secrets, 'the new key': Buffer.from(key) })).toEqual([]);
});
