import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { handleRequest } from '@styling/capability';
import { onlyProvider } from '@styling/capability/only-provider.fixture.ts';
import { outfitAnalysis, type Product, type RequestAccepted } from '@styling/contracts';
import { anywhere } from '@styling/fetching';
import type { ProductSearch } from '@styling/products';
import { silentLogger } from '@styling/telemetry';
import { acceptRequest, type BusAndStore, outcomeOfRequest, photo, startBusAndStore } from '@styling/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AnalysisOperations, SeenItem } from './analyze-outfit.ts';
import { type AnalysisDependencies, analyzeOutfit } from './analyze-outfit.ts';

let servers: BusAndStore;
let deps: AnalysisDependencies;
let pictures: Server;
let address: string;
let requests = 0;
let calls: Uint8Array[] = [];
let fields: string[] = [];
let answer: () => Promise<SeenItem[]>;
let search: ProductSearch;

const blazer: SeenItem = {
  item: 'blazer',
  description: 'A navy blazer.',
  color: 'navy',
  style_tags: ['classic'],
  category: 'outerwear',
  price_range: 'premium',
  search_query: 'navy wool blazer',
};
const { search_query: _, ...blazerItem } = blazer;
const offer: Product = {
  title: 'Blazer',
  url: 'https://store.example/1',
  thumbnail: '',
  price: '$1',
  store: 'Store',
  snippet: '',
};

beforeAll(async () => {
  servers = await startBusAndStore();
  const picture = await photo('grace-hopper.jpg');
  pictures = createServer((request, response) => {
    if (request.url === '/outfit.jpg') response.end(picture);
    else if (request.url === '/text') response.end('hello');
    else response.writeHead(404).end();
  });
  pictures.listen(0, '127.0.0.1');
  await once(pictures, 'listening');
  address = `http://127.0.0.1:${(pictures.address() as AddressInfo).port}`;
  deps = {
    bus: servers.bus,
    store: servers.store,
    clock: () => new Date(),
    log: silentLogger(),
    urlPolicy: anywhere,
    imageStoreUrl: servers.imageStoreUrl,
    searchProducts: (...query) => search(...query),
    providers: onlyProvider<AnalysisOperations>(
      {
        name: 'scripted',
        async analyse({ bytes, field }) {
          calls.push(bytes);
          fields.push(field);
          return answer();
        },
      },
      { bus: servers.bus, store: servers.store, clock: () => new Date(), log: silentLogger() },
    ),
  };
});
afterAll(async () => {
  pictures.close();
  await servers.stop();
});
beforeEach(() => {
  [calls, fields] = [[], []];
  answer = async () => [blazer];
  search = async () => [];
});

const request = () => ({ number: ++requests, endpoint: '/analyze_outfit', capability: 'analysis' }) as const;
const accepted = (image_url: string, deadline?: Date): Promise<RequestAccepted> =>
  acceptRequest(servers.store, { ...request(), input: { image_url }, ...(deadline && { deadline }) });
const acceptedPicture = (image_base64: Uint8Array): Promise<RequestAccepted> =>
  acceptRequest(servers.store, { ...request(), input: { image_url: null }, images: { image_base64 } });
const deliver = (event: RequestAccepted, changed: Partial<AnalysisDependencies> = {}, deliveries = 1) =>
  handleRequest(deps, 'analysis', analyzeOutfit({ ...deps, ...changed }), event, {
    deliveries,
    lastAttempt: false,
    signal: new AbortController().signal,
  });
const itemsOf = async ({ data }: RequestAccepted) => {
  const stored = await servers.store.get(`results/${data.request_id}`);
  return outfitAnalysis.parse(JSON.parse(Buffer.from(stored?.bytes ?? []).toString())).items;
};
const saidOf = ({ data }: RequestAccepted) => outcomeOfRequest(servers.bus, data.request_id);

describe('an analysis request', () => {
  it('stores its items for the gateway, each with products', async () => {
    const event = await accepted(`${address}/outfit.jpg`);
    await deliver(event);
    const said = await saidOf(event);
    expect(said.map(({ type }) => type)).toEqual(['request.completed']);
    expect(said[0]?.data).toMatchObject({ status: 200, result: { object: `results/${event.data.request_id}` } });
    expect(await itemsOf(event)).toEqual([{ ...blazerItem, products: [] }]);
    expect(JSON.stringify(said)).not.toContain(address);
  });

  it('given a picture that came with it, analyses that, and names its field in errors', async () => {
    const picture = await photo('grace-hopper.jpg');
    await deliver(await acceptedPicture(picture));
    expect(calls.map((bytes) => picture.equals(bytes))).toEqual([true]);
    expect(fields).toEqual(['image_base64']);
  });

  it('searches for all items at once, with the provider’s queries', async () => {
    answer = async () => [blazer, { ...blazer, search_query: 'beige trousers' }];
    const queries: string[] = [];
    const { promise: bothAsked, resolve } = Promise.withResolvers<void>();
    search = async (query) => {
      if (queries.push(query) === 2) resolve();
      await bothAsked;
      return query === 'beige trousers' ? [offer] : [];
    };
    const event = await accepted(`${address}/outfit.jpg`);
    await deliver(event);
    expect(queries).toEqual(['navy wool blazer', 'beige trousers']);
    expect(await itemsOf(event)).toEqual([
      { ...blazerItem, products: [] },
      { ...blazerItem, products: [offer] },
    ]);
  });

  it('given a search beyond the deadline, returns no products', async () => {
    search = (_, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve([])));
    const event = await accepted(`${address}/outfit.jpg`, new Date(Date.now() + 1_000));
    await deliver(event);
    expect(await itemsOf(event)).toEqual([{ ...blazerItem, products: [] }]);
  });

  it('given a redelivery, does not analyse again', async () => {
    const event = await accepted(`${address}/outfit.jpg`);
    await deliver(event);
    await deliver(event, {}, 2);
    expect(calls).toHaveLength(1);
  });

  it.each([['/missing.jpg', 'image_url could not be fetched']])(
    'given %s, reports what is wrong with the URL',
    async (path, message) => {
      const event = await accepted(address + path);
      await deliver(event);
      expect((await saidOf(event)).map(({ data }) => data)).toMatchObject([{ status: 400, error: { message } }]);
      expect(calls).toHaveLength(0);
    },
  );
});
