import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from '../api.ts';
import type { Images, Outfits, Usage } from '../bodies.ts';
import { assertError } from '../expect.ts';
import { UNREACHABLE_URL } from '../made.ts';
import { goodRequests } from '../provoke.ts';
import { row } from '../row.ts';
import type { System } from '../system.ts';

/** Spec, "Limits": requests a user has a day. */
const DAILY_LIMIT = 20;
const IN_PROGRESS = 'A request is already in progress. Please wait for it to complete.';
const DAY_USED_UP = 'Daily rate limit exceeded. You can make 20 requests per day.';
/** Clocks of two machines agree within this, in ms. */
const CLOCKS_AGREE_MS = 10_000;

/** The two kinds of 429. */
export function limitsRows(system: System): void {
  concurrencyRows(system);
  dailyRows(system);
}

/** The next midnight UTC. */
const nextMidnight = (): Date => new Date(new Date().setUTCHours(24, 0, 0, 0));

function checkRefusalHeaders({ headers }: Answer, remaining: number): void {
  assert.equal(headers.get('x-ratelimit-limit'), String(DAILY_LIMIT));
  assert.equal(headers.get('x-ratelimit-remaining'), String(remaining));
  assert.match(String(headers.get('retry-after')), /^[1-9]\d*$/);
  assert.equal(headers.get('x-ratelimit-reset'), nextMidnight().toISOString());
}

function concurrencyRows(system: System): void {
  const { api, keys } = system;
  const good = goodRequests(system);
  const usage = async () => (await api.usage(keys.first)).rate_limit;
  let outfits: Answer<Outfits> | undefined;
  let before: Usage['rate_limit'];
  const refusals: Answer[] = [];
  let meanwhile: { usage: Usage['rate_limit']; images: Answer<Images>; invalid: Answer; whole: Answer; same: Answer };
  const json = { ...good['/style_me'], num_outfits: 4 };
  const headers = { 'Idempotency-Key': randomUUID() };
  const styleMe = (key: string) => api.call<Outfits>('POST', '/style_me', { key, json, headers });

  describe('Limits: one request at a time', () => {
    row('while a request runs, other requests of the user are answered (see the next rows)', async () => {
      before = await usage();
      let isRunning = true;
      const running = styleMe(keys.first).finally(() => {
        isRunning = false;
      });
      // A failure is seen where it is awaited, below.
      running.catch(() => undefined);
      while (isRunning && (await usage()).used_today === before.used_today) await pause(50);
      for (const [path, body] of Object.entries(good)) {
        for (const key of [keys.first, keys.second]) refusals.push(await api.post(path, key, body));
      }
      meanwhile = {
        usage: await usage(),
        images: await api.get<Images>('/images', keys.second),
        invalid: await api.post('/try_on_outfit', keys.second, {}),
        whole: await api.get('/'),
        same: await api.call('POST', '/style_me', { key: keys.second, json, headers }),
      };
      assert.ok(isRunning, 'the request ended before the others were answered: this run shows nothing');
      outfits = await running;
    });
    row('num_outfits 4 gives four', () => {
      assert.equal(outfits?.status, 200);
      assert.equal(outfits?.body.outfits.length, 4);
    });
    row('each counted endpoint is refused, whichever key of the user asks: 429, exactly {error}', () => {
      assert.equal(refusals.length, 10);
      for (const { status, body } of refusals) assert.deepEqual([status, body], [429, { error: IN_PROGRESS }]);
    });
    row('the refusal carries Retry-After and all X-RateLimit headers', () => {
      for (const refusal of refusals) checkRefusalHeaders(refusal, before.remaining - 1);
    });
    row('refused requests do not count against the daily limit', () => {
      assert.equal(meanwhile.usage.used_today, before.used_today + 1);
    });
    row('free endpoints are not refused meanwhile', () => {
      assert.deepEqual([meanwhile.images.status, meanwhile.whole.status], [200, 200]);
    });
    row('a faulty body is 400 meanwhile, not 429', () => {
      assertError(meanwhile.invalid, 400, 'selfie_base64 is required');
    });
    row('the same request with the same Idempotency-Key is refused meanwhile, and replayed afterwards', async () => {
      assert.deepEqual([meanwhile.same.status, meanwhile.same.body], [429, { error: IN_PROGRESS }]);
      const { status, body, headers } = await styleMe(keys.second);
      assert.deepEqual([status, headers.get('idempotent-replayed')], [200, 'true']);
      assert.deepEqual(body, outfits?.body);
    });
    row('the slot is free as soon as the answer is there', async () => {
      const answer = await api.post('/style_me', keys.second, { ...good['/style_me'], selfie_base64: undefined });
      assert.equal(answer.status, 400);
      const next = await api.post('/try_on_outfit', keys.second, {
        ...good['/try_on_outfit'],
        clothing_image_url: UNREACHABLE_URL,
      });
      assert.equal(next.status, 400, 'admitted, then found to name an address that does not answer');
      assert.ok(next.headers.has('x-ratelimit-limit'));
    });
    row('another user has a slot of their own', async () => {
      assert.equal((await system.made.byOther()).answer.status, 200);
    });
  });
}

function dailyRows(system: System): void {
  const { api, keys, outfitUrl } = system;
  const good = goodRequests(system);
  const usage = () => api.usage(keys.limit);
  // The fastest endpoint.
  const path = outfitUrl === undefined ? '/try_on_outfit' : '/analyze_outfit';
  const ask = () => api.post(path, keys.limit, good[path] ?? {});
  let refusal: Answer;
  let usedUp: Usage;

  describe('Limits: the day', () => {
    row('daily_limit is 20', async () => {
      assert.equal((await usage()).rate_limit.daily_limit, DAILY_LIMIT);
    });
    row('exactly as many requests succeed as remain, and X-RateLimit-Remaining counts them down', async () => {
      let { remaining } = (await usage()).rate_limit;
      while (remaining > 0) {
        const { status, headers, body } = await ask();
        assert.equal(status, 200, JSON.stringify(body));
        remaining--;
        assert.equal(headers.get('x-ratelimit-remaining'), String(remaining));
      }
      usedUp = await usage();
      refusal = await ask();
      assert.equal(refusal.status, 429);
    });
    row('the next is 429 with exactly error, limit, remaining and reset', () => {
      const reset = nextMidnight().toISOString();
      assert.deepEqual(refusal.body, { error: DAY_USED_UP, limit: DAILY_LIMIT, remaining: 0, reset });
    });
    row('its headers: X-RateLimit-Limit, -Remaining, -Reset, and Retry-After until that reset', () => {
      checkRefusalHeaders(refusal, 0);
      const wait = Number(refusal.headers.get('retry-after')) * 1000;
      const untilReset = nextMidnight().getTime() - Date.parse(String(refusal.headers.get('date')));
      assert.ok(Math.abs(wait - untilReset) < CLOCKS_AGREE_MS, `${wait} ms and ${untilReset} ms`);
    });
    row('every counted endpoint is refused so', async () => {
      for (const [endpoint, body] of Object.entries(good)) {
        const answer = await api.post(endpoint, keys.limit, body);
        assert.deepEqual([answer.status, answer.body], [429, refusal.body], endpoint);
      }
    });
    row('refusals cost nothing, and are counted by usage', async () => {
      const after = await usage();
      assert.deepEqual(after.rate_limit, { daily_limit: DAILY_LIMIT, used_today: DAILY_LIMIT, remaining: 0 });
      assert.equal(after.recent_requests[0]?.status, 429);
      assert.equal(after.total_requests, usedUp.total_requests + 1 + 1 + Object.keys(good).length);
    });
    row('a faulty body is still 400, not 429', async () => {
      assert.equal((await api.post('/try_on_outfit', keys.limit, {})).status, 400);
    });
    row('free endpoints still answer', async () => {
      for (const free of ['/images', '/usage']) assert.equal((await api.get(free, keys.limit)).status, 200);
    });
    row('another user’s day is their own', async () => {
      const { rate_limit } = await api.usage(keys.other);
      assert.ok(rate_limit.used_today < DAILY_LIMIT);
    });
  });
}
