import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Json } from '../contract.ts';
import { assertFields, row } from '../row.ts';
import { repeatables, type System } from '../system.ts';

const FIELDS = ['rate_limit', 'recent_requests', 'requests_by_endpoint', 'requests_today', 'total_requests'];
const RECENT = 20;
/** Counted within a minute or two, maybe between two reports of later rows. */
const POLLED = /^\/(jobs|events|mcp|webhooks\/:id\/deliveries)\b/;

type Counts = Readonly<Record<string, number>>;

/** Growth of counts, and the sum over polled endpoints, which are left out. */
function gained(before: Counts, after: Counts): [counts: Counts, polled: number] {
  const all = Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)] as const);
  const isPolled = ([name]: readonly [string, number]) => POLLED.test(name);
  const others = all.filter((one) => one[1] !== 0 && !isPolled(one));
  return [Object.fromEntries(others), all.filter(isPolled).reduce((sum, [, count]) => sum + count, 0)];
}

/** GET /usage, and which requests count where. */
export function usageRows({ api, keys, made }: System): void {
  const usage = (key = keys.first) => api.usage(key);
  /** Includes the first of the two calls of /usage. */
  const gains = async (act: () => Promise<unknown>, key = keys.first) => {
    const before = await usage(key);
    await act();
    const after = await usage(key);
    const [endpoints, polled] = gained(before.requests_by_endpoint, after.requests_by_endpoint);
    const total = after.total_requests - before.total_requests - polled;
    const today = after.requests_today - before.requests_today - polled;
    return { before, after, total, today, endpoints };
  };

  describe('GET /usage', () => {
    row('answers all five fields, and the three of rate_limit', async () => {
      const body = await usage();
      assertFields(body, ...FIELDS);
      assertFields(body.rate_limit, 'daily_limit', 'remaining', 'used_today');
      const { daily_limit, used_today, remaining } = body.rate_limit;
      assert.equal(remaining, daily_limit - used_today);
    });
    row('a request appears in the next report, not in its own', async () => {
      const { total, today, endpoints } = await gains(async () => undefined);
      assert.equal(total, 1);
      assert.deepEqual(endpoints, { '/usage': 1 });
      assert.equal(today, 1, 'requests_today counts /usage too');
    });
    row('total_requests is the sum of requests_by_endpoint', async () => {
      const { total_requests, requests_by_endpoint } = await usage();
      const sum = Object.values<number>(requests_by_endpoint).reduce((all, count) => all + count, 0);
      assert.equal(total_requests, sum);
    });
    row('counts each image id under the one template /images/:id', async () => {
      const { endpoints } = await gains(async () => {
        await api.get('/images/img_000000000000000000000000', keys.first);
        await api.get('/images/img_111111111111111111111111', keys.first);
        await api.get('/images', keys.first);
      });
      assert.deepEqual(endpoints, { '/images/:id': 2, '/images': 1, '/usage': 1 });
    });
    row('counts refused requests too (400, 404), with their status', async () => {
      const { after, endpoints } = await gains(async () => {
        await api.post('/style_me', keys.first, {});
        await api.get('/images/x', keys.first);
      });
      assert.deepEqual(endpoints, { '/style_me': 1, '/images/:id': 1, '/usage': 1 });
      const [last, beforeLast] = after.recent_requests;
      assert.deepEqual([last?.endpoint, last?.status], ['/images/:id', 404]);
      assert.deepEqual([beforeLast?.endpoint, beforeLast?.status], ['/style_me', 400]);
    });
    row('counts no request that did not reach authentication, nor the documents', async () => {
      const { total } = await gains(async () => {
        await api.get('/usage', 'wrong');
        await api.get('/usage');
        await api.get('/no_such_thing', keys.first);
        await api.get('/', keys.first);
        await fetch(`${api.url}/openapi.json`, { headers: { 'X-API-Key': keys.first } });
        await fetch(`${api.url}/docs`, { headers: { 'X-API-Key': keys.first } });
      });
      assert.equal(total, 1);
    });
    row('is per key: what one key does is not in the other’s counts', async () => {
      const { total, endpoints } = await gains(() => api.get('/images', keys.first), keys.second);
      assert.equal(total, 1);
      assert.deepEqual(endpoints, { '/usage': 1 });
    });
    row('rate_limit is the user’s: the same for both keys', async () => {
      await made.temporary();
      const { rate_limit } = await usage(keys.first);
      assert.ok(rate_limit.used_today > 0);
      assert.deepEqual((await usage(keys.second)).rate_limit, rate_limit);
    });
    row('recent_requests are the last 20, newest first, with endpoint, timestamp, latency_ms and status', async () => {
      for (let count = 0; count <= RECENT; count++) await usage();
      const { recent_requests } = await usage();
      assert.equal(recent_requests.length, RECENT);
      const times = recent_requests.map(({ timestamp }: Json) => timestamp);
      assert.deepEqual(times, times.toSorted().reverse());
      for (const record of recent_requests) {
        assertFields(record, 'endpoint', 'latency_ms', 'status', 'timestamp');
        assert.deepEqual([record.endpoint, record.status], ['/usage', 200]);
        assert.ok(record.latency_ms >= 0);
      }
    });
    row('free endpoints never change used_today and carry no rate-limit headers', async () => {
      const { before, after } = await gains(async () => {
        for (const path of ['/images', '/images?limit=1', '/images/x', '/usage']) {
          const { headers } = await api.get(path, keys.first);
          assert.equal(headers.has('x-ratelimit-limit'), false, path);
        }
      });
      assert.deepEqual(after.rate_limit, before.rate_limit);
    });
  });

  describe('GET /usage/days', () => {
    const sums = async () => {
      const days: Json[] = (await api.get('/usage/days', keys.second)).body.days;
      const outcomes = Map.groupBy(days, ({ endpoint, outcome }) => `${endpoint} ${outcome}`);
      const total = (rows: readonly Json[]) => rows.reduce((sum, { requests }) => sum + requests, 0);
      return Object.fromEntries([...outcomes].map(([name, rows]) => [name, total(rows)]));
    };
    row('counts by outcome what all keys of the user did; itself in the next report', async () => {
      const before = await sums();
      await api.get('/images', keys.first);
      await api.get('/images/x', keys.second);
      await api.post('/style_me', keys.first, {});
      const [outcomes] = gained(before, await sums());
      assert.deepEqual(outcomes, {
        '/images succeeded': 1,
        '/images/:id refused': 1,
        '/style_me refused': 1,
        '/usage/days succeeded': 1,
      });
    });
    row('answers rate_limit as GET /usage, and when the next day begins', async () => {
      const { body } = await api.get('/usage/days?days=1', keys.first);
      assertFields(body, 'days', 'rate_limit', 'resets_at');
      assert.deepEqual(body.rate_limit, (await usage()).rate_limit);
      const ms = Date.parse(body.resets_at) - Date.now();
      assert.ok(ms > -60_000 && ms <= 86_460_000, body.resets_at);
      assert.match(body.resets_at, /T00:00:00\.000Z$/);
    });
  });

  describe('Counted endpoints', () => {
    for (const [path, make] of Object.entries(repeatables(made))) {
      row(`POST ${path} counts one, under its own path, and its headers agree`, async () => {
        const { answer, before, after } = await make();
        assert.equal(after.rate_limit.used_today, before.rate_limit.used_today + 1);
        assert.equal(after.requests_by_endpoint[path], (before.requests_by_endpoint[path] ?? 0) + 1);
        assert.equal(after.total_requests, before.total_requests + 2, 'the request and the /usage before it');
        assert.equal(after.recent_requests[0]?.endpoint, path);
        assert.equal(answer.headers.get('x-ratelimit-limit'), String(after.rate_limit.daily_limit));
        assert.equal(answer.headers.get('x-ratelimit-remaining'), String(after.rate_limit.remaining));
      });
    }
  });
}
