import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer, Json } from '../contract.ts';
import { assertAnswer, row } from '../row.ts';
import { repeatables, type System, UNREACHABLE_URL } from '../system.ts';

/** Spec, "Limits". */
const DAILY_LIMIT = 20;
const IN_PROGRESS = 'A request is already in progress. Please wait for it to complete.';
const DAY_USED_UP = 'Daily rate limit exceeded. You can make 20 requests per day.';
const REUSED = 'Idempotency-Key was used with another request';
/** Clocks of two machines agree within this. */
const CLOCKS_AGREE_MS = 10_000;

const nextMidnight = (): Date => new Date(new Date().setUTCHours(24, 0, 0, 0));

function checkRefusalHeaders({ headers }: Answer, remaining: number): void {
  assert.equal(headers.get('x-ratelimit-limit'), String(DAILY_LIMIT));
  assert.equal(headers.get('x-ratelimit-remaining'), String(remaining));
  assert.match(String(headers.get('retry-after')), /^[1-9]\d*$/);
  assert.equal(headers.get('x-ratelimit-reset'), nextMidnight().toISOString());
}

/** The 429 of a user whose request runs. */
export function concurrencyRows(system: System): void {
  const { api, keys, good } = system;
  const usage = async () => (await api.usage(keys.first)).rate_limit;
  let outfits: Answer;
  let before: Json;
  const refusals: Answer[] = [];
  let meanwhile: { usage: Json; images: Answer; invalid: Answer; whole: Answer; same: Answer };
  const json = { ...good['/style_me'], num_outfits: 4 };
  const headers = { 'Idempotency-Key': randomUUID() };
  const styleMe = (key: string) => api.call('POST', '/style_me', { key, json, headers });

  row('while a request runs, other requests of the user are answered (see the next rows)', async () => {
    before = await usage();
    let isRunning = true;
    const running = styleMe(keys.first).finally(() => {
      isRunning = false;
    });
    // A failure is seen where it is awaited.
    running.catch(() => undefined);
    while (isRunning && (await usage()).used_today === before.used_today) await pause(50);
    for (const [path, body] of Object.entries(good)) {
      for (const key of [keys.first, keys.second]) refusals.push(await api.post(path, key, body));
    }
    meanwhile = {
      usage: await usage(),
      images: await api.get('/images', keys.second),
      invalid: await api.post('/try_on_outfit', keys.second, {}),
      whole: await api.get('/'),
      same: await styleMe(keys.second),
    };
    assert.ok(isRunning, 'the request ended before the others were answered: this run shows nothing');
    outfits = await running;
  });
  row('num_outfits 4 gives four', () => assert.deepEqual([outfits.status, outfits.body.outfits.length], [200, 4]));
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
  row('a faulty body is 400 meanwhile, not 429', () =>
    assertAnswer(meanwhile.invalid, 400, 'selfie_base64 is required'),
  );
  row('the same request with the same Idempotency-Key is refused meanwhile, and replayed afterwards', async () => {
    assert.deepEqual([meanwhile.same.status, meanwhile.same.body], [429, { error: IN_PROGRESS }]);
    const again = await styleMe(keys.second);
    assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [200, 'true']);
    assert.deepEqual(again.body, outfits.body);
  });
  row('the slot is free as soon as the answer is there', async () => {
    await assertAnswer(api.post('/style_me', keys.second, {}), 400);
    const unreachable = { ...good['/try_on_outfit'], clothing_image_url: UNREACHABLE_URL };
    const next = await api.post('/try_on_outfit', keys.second, unreachable);
    assert.equal(next.status, 400, 'admitted, then found to name an address that does not answer');
    assert.ok(next.headers.has('x-ratelimit-limit'));
  });
  row('another user has a slot of their own', system.made.byOther);
}

/** The 429 of a user whose day is used up. */
export function dailyRows({ api, keys, outfitUrl, good }: System): void {
  const usage = () => api.usage(keys.limit);
  // The fastest endpoint.
  const path = outfitUrl === undefined ? '/try_on_outfit' : '/analyze_outfit';
  const ask = () => api.post(path, keys.limit, good[path] ?? {});
  let refusal: Answer;
  let usedUp: Json;

  row('daily_limit is 20', async () => assert.equal((await usage()).rate_limit.daily_limit, DAILY_LIMIT));
  row('exactly as many requests succeed as remain, and X-RateLimit-Remaining counts them down', async () => {
    let { remaining } = (await usage()).rate_limit;
    while (remaining > 0) {
      const { headers } = await assertAnswer(ask(), 200);
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
  row('a faulty body is still 400, not 429', () => assertAnswer(api.post('/try_on_outfit', keys.limit, {}), 400));
  row('free endpoints still answer', async () => {
    for (const free of ['/images', '/usage']) await assertAnswer(api.get(free, keys.limit), 200);
  });
  row('another user’s day is their own', async () => {
    assert.ok((await api.usage(keys.other)).rate_limit.used_today < DAILY_LIMIT);
  });
}

/** Requests made again with their `Idempotency-Key`; `concurrencyRows` repeats one while it runs. */
export function repeatingRows({ api, keys, made, good }: System): void {
  const usage = () => api.usage(keys.first);
  const isReplay = ({ headers }: Answer) => headers.get('idempotent-replayed') === 'true';
  /** Admitted, and then at no cost. */
  const unreachable = { ...good['/try_on_outfit'], clothing_image_url: UNREACHABLE_URL };
  const inBlue = { ...unreachable, clothing_description: 'a blue wool sweater' };
  const ask = (key: string, json: object | undefined, idempotencyKey: string, path = '/try_on_outfit') =>
    api.call('POST', path, { key, json, headers: { 'Idempotency-Key': idempotencyKey } });

  for (const [path, make] of Object.entries(repeatables(made))) {
    row(`POST ${path} repeated with either key of the user replays the first response and is not counted`, async () => {
      const { answer, again } = await make();
      const before = await usage();
      for (const repeated of [await again(), await again(keys.second)]) {
        assert.deepEqual([repeated.status, repeated.body], [200, answer.body]);
        assert.deepEqual([isReplay(answer), isReplay(repeated)], [false, true]);
        assert.equal(repeated.headers.get('x-ratelimit-remaining'), String(before.rate_limit.remaining));
      }
      const after = await usage();
      assert.deepEqual(after.rate_limit, before.rate_limit);
      assert.equal(after.requests_by_endpoint[path], Number(before.requests_by_endpoint[path]) + 1);
    });
  }
  row('an error of the work itself is replayed', async () => {
    const key = randomUUID();
    const [first, again] = [await ask(keys.first, unreachable, key), await ask(keys.first, unreachable, key)];
    assert.deepEqual([first.status, isReplay(first), again.status, isReplay(again)], [400, false, 400, true]);
    assert.equal(again.body.error, first.body.error);
  });
  row('another body, or another endpoint, with the same key is 400', async () => {
    const key = randomUUID();
    await ask(keys.first, unreachable, key);
    const { rate_limit } = await usage();
    const otherBody = await ask(keys.first, inBlue, key);
    const otherEndpoint = await ask(keys.first, good['/generate_image'], key, '/generate_image');
    for (const { status, body, headers } of [otherBody, otherEndpoint]) {
      assert.deepEqual([status, body.error, body.code], [400, REUSED, 'idempotency_key_reused']);
      assert.ok(!headers.has('x-ratelimit-limit'), 'it was not admitted');
    }
    assert.deepEqual((await usage()).rate_limit, rate_limit);
  });
  row('the key of another user is another key', async () => {
    const key = randomUUID();
    await ask(keys.first, unreachable, key);
    const other = await ask(keys.other, inBlue, key);
    assert.deepEqual([other.status, isReplay(other)], [400, false]);
    assert.notEqual(other.body.code, 'idempotency_key_reused');
  });
  row('a faulty body leaves the key free', async () => {
    const key = randomUUID();
    await assertAnswer(ask(keys.first, { ...unreachable, mode: undefined }, key), 400, 'mode is required');
    const { status, body } = await ask(keys.first, unreachable, key);
    assert.deepEqual([status, body.code], [400, 'unreachable_url']);
  });
  row('a GET ignores it', async () => {
    const headers = { 'Idempotency-Key': 'two words' };
    await assertAnswer(api.call('GET', '/usage', { key: keys.first, headers }), 200);
  });
}
