import { answerQueries } from '@styling/bus';
import { type Abilities, describeProviders, everyCategory } from '@styling/contracts';
import { silentLogger } from '@styling/telemetry';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestGateways, type TestGateways } from '../gateway.fixture.ts';
import { createKey } from '../keys/key-administration.ts';
import { tablesOf } from '../tables.fixture.ts';

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
let tryon: { stop(): Promise<void> };

beforeAll(async () => {
  gateways = await startTestGateways({ dailyLimit: 5, clock: () => new Date() });
  key = (await createKey(gateways.deps, 'alice', 'test')).key;
  const providers = [{ name: 'wordless', models: ['m'], abilities }];
  const options = { queue: 'tryon', log: silentLogger() };
  tryon = answerQueries(gateways.servers.bus, describeProviders.tryon, async () => ({ providers }), options);
});
afterAll(async () => {
  await tryon.stop();
  await gateways.stop();
});

const capabilities = async () => {
  const { status, body } = await gateways.ask(key, '/capabilities');
  expect(status).toBe(200);
  return body.capabilities as object[];
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

it.each([
  [{}, 'clothing_description'],
  [{ clothing_description: undefined, garments: [{ description: 'a coat' }] }, 'garments.0.description'],
])('a request with %j, which no provider can do, is refused before it is counted', async (clothes, field) => {
  expect((await gateways.tryOn(key, { body: clothes })).body).toMatchObject({
    code: 'picture_needed',
    error: expect.stringMatching(`^${field} cannot be used without an image`),
  });
  expect(await tablesOf(gateways.db).selectFrom('admission').selectAll().execute()).toEqual([]);
});

it('given the service is away, keeps what it last said', async () => {
  await tryon.stop();
  const [first] = await capabilities();
  expect(first).toMatchObject({ available: false, providers: [{ name: 'wordless' }] });
});
