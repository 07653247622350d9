import { answerQueries } from '@styling/bus';
import { type Abilities, describeProviders, everyCategory } from '@styling/contracts';
import { silentLogger } from '@styling/telemetry';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { smallPhoto, startTestGateways, type TestGateways } from '../gateway.fixture.ts';
import { createKey } from '../keys/key-administration.ts';

const abilities: Abilities = {
  references: 1,
  text: false,
  seed: true,
  mask: false,
  cancellable: true,
  resumable: true,
  categories: everyCategory,
};
let gateways: TestGateways;
let key: string;
let selfie_base64: string;
let tryon: { stop(): Promise<void> };

beforeAll(async () => {
  gateways = await startTestGateways({ dailyLimit: 5, clock: () => new Date() });
  key = (await createKey(gateways.deps, 'alice', 'test')).key;
  selfie_base64 = (await smallPhoto()).toString('base64');
  const providers = [{ name: 'wordless', models: ['m'], abilities }];
  const options = { queue: 'tryon', log: silentLogger() };
  tryon = answerQueries(gateways.servers.bus, describeProviders.tryon, async () => ({ providers }), options);
});
afterAll(async () => {
  await tryon.stop();
  await gateways.stop();
});

const url = (path: string) => `http://127.0.0.1:${gateways.gateway.port}${path}`;
const capabilities = async () => {
  const answer = await fetch(url('/capabilities'), { headers: { 'x-api-key': key } });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { capabilities: object[] }).capabilities;
};
const post = async (path: string, clothes: object) => {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const body = JSON.stringify({ selfie_base64, ...clothes });
  return (await fetch(url(path), { method: 'POST', headers, body })).json();
};

it('given a capability that answers, tells what it can do, and which do not answer', async () => {
  const [first, ...others] = await capabilities();
  expect(first).toEqual({
    capability: 'tryon',
    endpoints: ['/try_on_outfit', '/generate_image'],
    available: true,
    providers: [{ name: 'wordless', models: ['m'], abilities }],
    limits: { garments: 6, variants: 4, description_length: 2000 },
  });
  expect(others).toMatchObject([
    { capability: 'analysis', available: false, providers: [] },
    { capability: 'style', available: false, providers: [] },
  ]);
});

it('without a key, is refused', async () => {
  expect((await fetch(url('/capabilities'))).status).toBe(401);
});

it.each([
  ['/try_on_outfit', { clothing_description: 'a coat', mode: 'model_shot' }, 'clothing_description'],
  ['/try_on_outfit', { garments: [{ description: 'a coat' }], mode: 'model_shot' }, 'garments.0.description'],
  ['/generate_image', { clothing_description: 'a coat', mode: 'studio' }, 'clothing_description'],
])('%s of %j, which no provider can do, is refused before it is counted', async (path, clothes, field) => {
  expect(await post(path, clothes)).toMatchObject({
    code: 'picture_needed',
    error: expect.stringMatching(`^${field} cannot be used without an image`),
  });
  expect(await gateways.db.selectFrom('admission').selectAll().execute()).toEqual([]);
});

it('given the service is away, keeps what it last said', async () => {
  await tryon.stop();
  const [first] = await capabilities();
  expect(first).toMatchObject({ available: false, providers: [{ name: 'wordless' }] });
});
