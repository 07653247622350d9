import { fileURLToPath } from 'node:url';
import { handleRequest, openProviders, readCapabilityConfig } from '@styling/capability';
import { outfitAnalysis, type RequestAccepted } from '@styling/contracts';
import { connectDatabase, migrate } from '@styling/database';
import { type FakeModels, refuses, says, startFakeModels } from '@styling/fake-models';
import { publicOnly } from '@styling/fetching';
import { silentLogger } from '@styling/telemetry';
import {
  acceptRequest,
  outcomeOfRequest,
  photo,
  shortPause,
  startTestServers,
  type TestServers,
} from '@styling/testing';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AnalysisDependencies, analyzeOutfit } from './analyze-outfit.ts';
import { variables } from './config.ts';
import { connectProductSearch, implementations } from './service.ts';

const GPT = 'openai/gpt-5-structured';

let servers: TestServers;
let fakes: FakeModels;
let deps: AnalysisDependencies;
let close: () => Promise<void>;
let forgetProducts: () => Promise<void>;
let requests = 0;
let lines: string[] = [];

const clock = () => new Date();
const log = pino({ level: 'trace' }, { write: (line) => void lines.push(line) });
const configuration = () => ({
  ...fakes.variables,
  NATS_URL: servers.nats.url,
  DATABASE_URL: servers.postgres.url,
  S3_ENDPOINT: new URL(servers.imageStoreUrl).origin,
  S3_BUCKET: 'test',
  IMAGE_STORE_URL: servers.imageStoreUrl,
});

beforeAll(async () => {
  [servers, fakes] = await Promise.all([startTestServers(), startFakeModels()]);
  const db = connectDatabase({ url: servers.postgres.url, schema: 'analysis', log: silentLogger() });
  await migrate(db, 'analysis', fileURLToPath(new URL('./migrations', import.meta.url)));
  const config = readCapabilityConfig(variables, configuration());
  const products = connectProductSearch(config, { clock, log });
  deps = {
    bus: servers.bus,
    store: servers.store,
    clock,
    log,
    urlPolicy: publicOnly,
    imageStoreUrl: servers.imageStoreUrl,
    providers: await openProviders(
      'analysis',
      config,
      { bus: servers.bus, store: servers.store, clock, log, sleep: shortPause },
      implementations,
    ),
    searchProducts: products.search,
  };
  close = async () => {
    await deps.providers.close();
    await products.stop();
    await db.destroy();
  };
  await servers.store.put('images/img_1.jpg', await photo('grace-hopper.jpg'), 'image/jpeg');
  forgetProducts = async () => void (await sql`delete from product_search`.execute(db));
});
afterAll(async () => {
  await close();
  await fakes.stop();
  await servers.stop();
});
beforeEach(async () => {
  fakes.replicate.reset();
  fakes.serpApi.script([]);
  fakes.ebay.script([]);
  await forgetProducts();
  lines = [];
});

const accepted = (deadline?: Date): Promise<RequestAccepted> =>
  acceptRequest(servers.store, {
    number: ++requests,
    endpoint: '/analyze_outfit',
    capability: 'analysis',
    input: { image_url: `${servers.imageStoreUrl}/images/img_1.jpg` },
    ...(deadline && { deadline }),
  });
const deliver = (event: RequestAccepted, signal = new AbortController().signal, deliveries = 1) =>
  handleRequest(deps, 'analysis', analyzeOutfit(deps), event, { deliveries, lastAttempt: false, signal });
const itemsOf = async ({ data }: RequestAccepted) => {
  const stored = await servers.store.get(`results/${data.request_id}`);
  return outfitAnalysis.parse(JSON.parse(Buffer.from(stored?.bytes ?? []).toString())).items;
};
/** The one event that ends the request; whatever happened, the vendors' words are not in it. */
async function outcomeOf({ data }: RequestAccepted) {
  const said = await outcomeOfRequest(servers.bus, data.request_id);
  expect(said.map(({ type }) => type)).toEqual(['request.completed']);
  expect(JSON.stringify(said)).not.toMatch(/replicate\.com|E00\d|sensitive|demand|serpapi|ebay|127\.0\.0\.1/i);
  return said[0]?.data;
}
const analysed = async (deadline?: Date) => {
  const event = await accepted(deadline);
  await deliver(event);
  return event;
};
const askedModels = () => fakes.replicate.asked.map(({ model }) => model);

describe('a hosted analysis', () => {
  it('names items, and searches for each with the model’s query', async () => {
    const event = await analysed();
    expect(await outcomeOf(event)).toMatchObject({ status: 200, error: null });
    const items = await itemsOf(event);
    expect(items.map(({ item, color, products }) => [item, color, products.length])).toEqual([
      ['blazer', 'navy', 5],
      ['straight trousers', 'beige', 5],
      ['leather sneakers', 'white', 5],
    ]);
    expect(fakes.serpApi.asked.toSorted()).toEqual([
      'beige straight trousers',
      'navy tailored blazer',
      'white leather sneakers',
    ]);
    expect(JSON.stringify(items)).not.toContain('search_query');
  });

  it('uploads a copy of the picture, and removes it', async () => {
    await analysed();
    expect(askedModels()).toEqual([GPT]);
    expect(fakes.replicate.asked[0]?.input).toMatchObject({
      image_input: [expect.stringContaining(`${fakes.variables.REPLICATE_BASE_URL}/files/`)],
    });
    expect(fakes.replicate.counts.uploads).toBe(1);
    expect(fakes.replicate.files.size).toBe(0);
  });

  it.each([
    ['refused by a filter', refuses(), { status: 400, error: { code: 'content_refused' } }],
    [
      'that shows no clothes',
      says({ json_output: { items: [] } }),
      { status: 400, error: { code: 'no_outfit', message: expect.stringContaining('image_url') } },
    ],
  ])('given a picture %s, reports it', async (_, behaviour, expected) => {
    fakes.replicate.script([behaviour]);
    expect(await outcomeOf(await analysed())).toMatchObject(expected);
    expect(fakes.replicate.counts.creates).toBe(1);
    expect(fakes.replicate.files.size).toBe(0);
  });

  it('given unknown fields and mark-up, drops both', async () => {
    const item = { item: '<b>coat</b>', description: 'Warm.', color: 'red', style_tags: [], category: 'outerwear' };
    const more = { price_range: 'budget', search_query: 'red coat', products: [{ url: 'javascript:x' }], age: 30 };
    fakes.replicate.script([says({ json_output: { items: [{ ...item, ...more }], person: 'x' } })]);
    const event = await analysed();
    expect(await outcomeOf(event)).toMatchObject({ status: 200 });
    const stored = await servers.store.get(`results/${event.data.request_id}`);
    const [only, ...others] = JSON.parse(Buffer.from(stored?.bytes ?? []).toString()).items;
    expect(others).toEqual([]);
    expect(only).toEqual({
      ...item,
      item: 'coat',
      price_range: 'budget',
      products: expect.arrayContaining([expect.objectContaining({ url: 'https://store.example/1' })]),
    });
  });
});
