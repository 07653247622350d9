import { connectDatabase } from '@styling/database';
import { ebayFaults, type FakeModels, serpApiFaults, startFakeModels } from '@styling/fake-models';
import { silentLogger } from '@styling/telemetry';
import { startTestServers, type TestServers } from '@styling/testing';
import { type Kysely, sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createProductTable,
  deleteExpiredProducts,
  type ProductSearchConfig,
  type ProductSearchOptions,
  type ProductTables,
  productSearch,
} from './index.ts';

const SCHEMA = 'products';
const HOUR = 3_600_000;
const START = new Date('2026-03-04T12:00:00Z');

let servers: TestServers;
let fakes: FakeModels;
let cache: Kysely<ProductTables>;
let now: Date;
let lines: string[] = [];

beforeAll(async () => {
  servers = await startTestServers();
  fakes = await startFakeModels();
  cache = connectDatabase<ProductTables>({ url: servers.postgres.url, schema: SCHEMA, log: silentLogger() });
  await sql`create schema ${sql.id(SCHEMA)}`.execute(cache);
  await createProductTable(cache);
});
afterAll(async () => {
  await fakes.stop();
  await cache.destroy();
  await servers.stop();
});
beforeEach(async () => {
  await cache.deleteFrom('product_search').execute();
  fakes.serpApi.script([]);
  fakes.ebay.script([]);
  now = START;
  lines = [];
});

const log = pino({ level: 'trace' }, { write: (line) => void lines.push(line) });
const never = () => new AbortController().signal;
const secrets = () => {
  const { SERPAPI_KEY, EBAY_CLIENT_ID, EBAY_CLIENT_SECRET } = fakes.variables;
  const basic = Buffer.from(`${EBAY_CLIENT_ID}:${EBAY_CLIENT_SECRET}`).toString('base64');
  return [SERPAPI_KEY, EBAY_CLIENT_SECRET, basic, 'application-token', 'http://', 'search.json', 'red hat'];
};
afterEach(() => {
  for (const secret of secrets()) expect(lines.join('')).not.toContain(secret);
});

const connect = (variables: Partial<ProductSearchConfig> = {}, options: Partial<ProductSearchOptions> = {}) =>
  productSearch({ config: { ...fakes.variables, ...variables }, cache, clock: () => now, log, ...options });
const kept = async () => (await cache.selectFrom('product_search').select('key').execute()).length;
const asked = () => ({ serpApi: fakes.serpApi.asked.length, ebay: fakes.ebay.asked.length });
const codes = () => lines.map((line) => JSON.parse(line)).map(({ provider, code }) => [provider, code]);

describe('a product search', () => {
  it('gives what SerpApi found, without what no client should get', async () => {
    const found = await connect()('red hat', never());
    expect(found.map(({ url }) => url)).toEqual([
      'https://store.example/1',
      'https://store.example/2',
      'https://www.google.com/shopping/product/5',
      'https://store.example/6',
      'https://store.example/7',
    ]);
    expect(found[0]).toEqual({
      title: 'red hat, no. 1',
      url: 'https://store.example/1',
      thumbnail: 'https://images.example/1.jpg',
      price: '$50.00',
      store: 'Example Store',
      snippet: 'A fine red hat',
    });
    expect([found[1]?.thumbnail, found[3]?.thumbnail]).toEqual(['', '']);
    expect(found[2]?.snippet).toBe('Free delivery, Sale');
    expect(asked()).toEqual({ serpApi: 1, ebay: 0 });
  });

  it.each([
    ['has nothing', 'empty', undefined],
    ['is out of searches', serpApiFaults.outOfSearches, '429'],
    ['is down', serpApiFaults.broken, '503'],
    ['says no JSON', 'garbage', 'unreadable'],
    ['hangs up', 'reset', expect.any(String)],
    ['is slow', 'hang', 'timeout'],
  ] as const)('given a SerpApi that %s, asks eBay', async (_, fault, code) => {
    fakes.serpApi.script([fault]);
    const found = await connect({}, fault === 'hang' ? { timeoutMs: 1_000 } : {})('red hat', never());
    expect(found).toEqual([
      {
        title: 'red hat (1)',
        url: 'https://www.ebay.com/itm/1?campid=1',
        thumbnail: 'https://i.ebayimg.com/images/g/1/s-l225.jpg',
        price: 'USD 21.50',
        store: 'eBay',
        snippet: 'New with tags',
      },
      expect.objectContaining({ title: 'red hat (3)', thumbnail: '', price: '' }),
      expect.objectContaining({ title: 'red hat (4)', snippet: 'A used red hat' }),
    ]);
    expect(codes()).toEqual(code === undefined ? [] : [['serpapi', code]]);
  });

  it('given wrong keys, finds nothing', async () => {
    const search = connect({ SERPAPI_KEY: 'not-the-key', EBAY_CLIENT_SECRET: 'not-the-secret' });
    expect(await search('red hat', never())).toEqual([]);
    expect(codes()).toEqual([
      ['serpapi', '401'],
      ['ebay', '401'],
    ]);
    expect(lines.join('')).not.toMatch(/not-the-(key|secret)/);
  });

  it('given a caller whose time is up, waits no longer, and keeps what is found all the same', async () => {
    const search = connect();
    expect(await search('red hat', AbortSignal.abort())).toEqual([]);
    expect(asked().serpApi).toBe(0);
    const leaving = new AbortController();
    const found = search('red hat', leaving.signal);
    leaving.abort();
    expect(await found).toEqual([]);
    await expect.poll(kept).toBe(1);
  });
});

describe('kept results', () => {
  it('are given without a call, to whoever asks the same in other letters, for a day', async () => {
    const first = await connect()('Red  hat', never());
    now = new Date(START.getTime() + 24 * HOUR - 1);
    expect(await connect()(' red HAT', never())).toEqual(first);
    expect(asked()).toEqual({ serpApi: 1, ebay: 0 });
    now = new Date(START.getTime() + 24 * HOUR);
    await connect()('red hat', never());
    expect(asked().serpApi).toBe(2);
  });

  it('given none were found, are asked for anew after an hour', async () => {
    fakes.serpApi.script(['empty']);
    fakes.ebay.script(['empty']);
    expect(await connect()('red hat', never())).toEqual([]);
    now = new Date(START.getTime() + HOUR - 1);
    expect(await connect()('red hat', never())).toEqual([]);
    expect(asked()).toEqual({ serpApi: 1, ebay: 1 });
    now = new Date(START.getTime() + HOUR);
    expect(await connect()('red hat', never())).toHaveLength(5);
  });

  it('are deleted once they have expired', async () => {
    const rows = Array.from({ length: 7 }, (_, number) => ({
      key: `k${number}`,
      products: '[]',
      stored_at: START,
      expires_at: new Date(START.getTime() + number),
    }));
    await cache.insertInto('product_search').values(rows).execute();
    await deleteExpiredProducts(cache, new Date(START.getTime() + 4));
    expect(await kept()).toBe(2);
  });

  it('given a database that is away, are done without', async () => {
    const away = connectDatabase<ProductTables>({ url: 'postgres://a:b@127.0.0.1:1/c', schema: SCHEMA, log });
    expect(await connect({}, { cache: away })('red hat', never())).toHaveLength(5);
    expect(codes()).toEqual([
      [undefined, 'ECONNREFUSED'],
      [undefined, 'ECONNREFUSED'],
    ]);
    await away.destroy();
  });
});

it('given the same query many times at once, makes one call', async () => {
  const search = connect();
  const found = await Promise.all(Array.from({ length: 10 }, () => search('red hat', never())));
  expect(new Set(found.map((products) => JSON.stringify(products))).size).toBe(1);
  expect(found[0]).toHaveLength(5);
  expect(asked()).toEqual({ serpApi: 1, ebay: 0 });
});

describe("eBay's token", () => {
  const tokensOf = async (work: () => Promise<unknown>) => {
    const before = fakes.ebay.tokens;
    await work();
    return fakes.ebay.tokens - before;
  };

  it('is kept until shortly before its end', async () => {
    const search = connect({ SERPAPI_KEY: undefined });
    const all = (queries: string[]) => () => Promise.all(queries.map((query) => search(query, never())));
    expect(await tokensOf(all(['a', 'b', 'c']))).toBe(1);
    now = new Date(START.getTime() + 2 * HOUR - 60_001);
    expect(await tokensOf(all(['d']))).toBe(0);
    now = new Date(START.getTime() + 2 * HOUR - 60_000);
    expect(await tokensOf(all(['e']))).toBe(1);
  });

  it('given one that was revoked, is asked for once more', async () => {
    const search = connect({ SERPAPI_KEY: undefined });
    await search('a', never());
    fakes.ebay.tokens++;
    expect(await tokensOf(() => search('b', never()))).toBe(1);
    expect(await search('c', never())).toHaveLength(3);
    fakes.ebay.script([ebayFaults.invalidToken, ebayFaults.invalidToken]);
    expect(await search('d', never())).toEqual([]);
    expect(codes()).toEqual([['ebay', '401']]);
  });
});
