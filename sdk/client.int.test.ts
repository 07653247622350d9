import type { RequestAccepted } from '@styling/contracts';
import { fromNoon, smallPhoto, startTestGateways, type TestGateways } from '@styling/gateway/gateway.fixture.ts';
import { createKey } from '@styling/gateway/key-administration';
import { startServiceWithTables } from '@styling/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startFaultyProxy } from './faulty-proxy.fixture.ts';
import { ApiError, type Client, ConnectionError, createClient, type Job, TimeoutError } from './index.ts';

// The client against two gateways, the jobs service and a worker that does what a test says, with a proxy between that loses
// connections and responses.

let gateways: TestGateways;
let jobs: { stop(): Promise<void> };
let proxy: Awaited<ReturnType<typeof startFaultyProxy>>;
let selfie: Buffer;
let client: Client;
let accepted: RequestAccepted[];
let users = 0;

beforeAll(async () => {
  gateways = await startTestGateways({ dailyLimit: 3, clock: fromNoon });
  jobs = await startServiceWithTables('jobs', gateways.servers);
  proxy = await startFaultyProxy(`http://127.0.0.1:${gateways.gateway.port}`);
  selfie = await smallPhoto();
}, 120_000);
afterAll(async () => {
  await proxy.stop();
  await jobs.stop();
  await gateways.stop();
});
beforeEach(async () => {
  accepted = [];
  gateways.setWork(complete);
  const { key } = await createKey(gateways.deps, `developer${++users}`, 'test');
  client = clientOf(key);
});
afterEach(() => proxy.setFaults(() => undefined));

const clientOf = (apiKey: string, maxRetries = 5) =>
  createClient({ baseUrl: proxy.url, apiKey, maxRetries, random: () => 0 });
const complete = async (event: RequestAccepted) => {
  accepted.push(event);
  await gateways.complete(event);
};
const tryOn = (options: Parameters<Client['tryOn']>[1] = {}) =>
  client.tryOn({ selfie, garments: 'a red coat' }, options);
const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'no failure',
    (error) => error,
  );
const allJobs = () => Array.fromAsync(client.jobs.list());

/** The worker holds what it takes until the test lets go. */
function holdWork(): { taken: Promise<RequestAccepted>; letGo(): void } {
  const taken = Promise.withResolvers<RequestAccepted>();
  const free = Promise.withResolvers<void>();
  gateways.setWork(async (event) => {
    taken.resolve(event);
    await free.promise;
    await complete(event);
  });
  return { taken: taken.promise, letGo: free.resolve };
}

describe('a client on a connection that loses things', () => {
  it('given that the response to its request is lost, then it is done once, and answered', async () => {
    proxy.setFaults(({ path, earlier }) => (path === '/try_on_outfit' && earlier < 2 ? 'response' : undefined));
    const result = await tryOn();
    expect(result.image_id).toMatch(/^img_/);
    expect(proxy.exchanges().filter((exchange) => exchange === 'POST /try_on_outfit')).toHaveLength(3);
    expect(accepted).toHaveLength(1);
    expect(await allJobs()).toMatchObject([{ status: 'succeeded', image_ids: [result.image_id] }]);
  });

  it('given that each call is cut off once, before it, in its response or in its stream, then the result is the same', async () => {
    const { letGo } = holdWork();
    const faults = { POST: 'before', events: 'stream', response: 'half' } as const;
    proxy.setFaults(({ method, path, earlier }) => {
      // The stream has been cut by then, while the job was running.
      if (method === 'GET' && !path.endsWith('/events')) letGo();
      if (earlier > 0) return undefined;
      return method === 'POST' ? faults.POST : path.endsWith('/events') ? faults.events : faults.response;
    });
    const seen: Job['status'][] = [];
    const result = await tryOn({ onProgress: ({ status }) => seen.push(status) });
    expect(seen.at(-1)).toBe('succeeded');
    expect(accepted).toHaveLength(1);
    expect(await allJobs()).toMatchObject([{ image_ids: [result.image_id] }]);
    expect(new Set(proxy.exchanges())).toEqual(
      new Set(['POST /try_on_outfit', 'GET /jobs/:id/events', 'GET /jobs/:id', 'GET /jobs/:id/response', 'GET /jobs']),
    );
  });

  it('given a service that is older than jobs, then the response itself is the result', async () => {
    const { key } = await createKey(gateways.deps, `developer${users}`, 'other');
    const older = createClient({
      baseUrl: proxy.url,
      apiKey: key,
      fetch: (input, init) => {
        const headers = new Headers(init?.headers);
        headers.delete('Prefer');
        return fetch(input, { ...init, headers });
      },
    });
    proxy.setFaults(({ earlier }) => (earlier === 0 ? 'response' : undefined));
    expect(await older.tryOn({ selfie, garments: 'a red coat' })).toMatchObject({
      image_url: expect.any(String),
      approximations: [],
    });
    expect(accepted).toHaveLength(1);
    expect(new Set(proxy.exchanges())).toEqual(new Set(['POST /try_on_outfit']));
  });

  it('given pictures that only approximate the order, then the result says so', async () => {
    const { key } = await createKey(gateways.deps, `developer${users}`, 'other');
    const client = createClient({
      baseUrl: proxy.url,
      apiKey: key,
      fetch: async (input, init) => {
        const { body, status, headers } = await fetch(input, init);
        const said = new Headers(headers);
        if (String(input).endsWith('/response')) said.set('Styling-Approximations', 'colour_chosen,sleeves_kept');
        return new Response(body, { status, headers: said });
      },
    });
    const { approximations } = await client.tryOn({ selfie, garments: 'a red coat' });
    expect(approximations).toEqual(['colour_chosen', 'sleeves_kept']);
  });

  it('given that events never get through, then it learns of the end all the same', async () => {
    proxy.setFaults(({ path }) => (path.endsWith('/events') ? 'before' : undefined));
    const seen: Job[] = [];
    await tryOn({ onProgress: (job) => seen.push(job) });
    expect(seen.at(-1)?.status).toBe('succeeded');
  });

  it('given 503 and a proxy without a service, then it tries again', async () => {
    const unavailable = { error: 'Service temporarily unavailable', code: 'unavailable' };
    proxy.setFaults(({ path, earlier }) => {
      if (path !== '/try_on_outfit') return undefined;
      return [{ status: 503, headers: { 'retry-after': '1' }, body: unavailable }, { status: 502 }][earlier];
    });
    const before = performance.now();
    await tryOn();
    expect(performance.now() - before).toBeGreaterThan(1_000);
    expect(accepted).toHaveLength(1);
  });

  it('given that nothing ever responds, then it gives up after its retries, with the job that goes on', async () => {
    const { letGo } = holdWork();
    proxy.setFaults(({ method }) => (method === 'GET' ? 'before' : undefined));
    const { key } = await createKey(gateways.deps, `developer${users}`, 'other');
    const error = await failure(clientOf(key, 2).tryOn({ selfie, garments: 'a red coat' }));
    expect(error).toBeInstanceOf(ConnectionError);
    const { jobId = '' } = error as ConnectionError;
    proxy.setFaults(() => undefined);
    letGo();
    expect(await client.jobs.response(jobId)).toMatchObject({ mime_type: 'image/jpeg' });
    expect(accepted).toHaveLength(1);
  });
});

describe('the limits of a user', () => {
  it('given a request in progress, when another is sent, then it waits until the first is done', async () => {
    const { taken, letGo } = holdWork();
    const first = tryOn();
    await taken;
    const { key } = await createKey(gateways.deps, `developer${users}`, 'other');
    const refusals: string[] = [];
    const hasty = createClient({
      baseUrl: proxy.url,
      apiKey: key,
      random: () => 0,
      // It does not wait for as long as it is asked to.
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        if (response.status !== 429) return response;
        refusals.push(response.headers.get('retry-after') ?? '');
        letGo();
        return new Response(response.body, { status: 429 });
      },
    });
    await Promise.all([first, hasty.tryOn({ selfie, garments: 'a red coat' })]);
    expect(refusals[0]).toMatch(/^\d+$/);
    expect(accepted).toHaveLength(2);
  });

  it('given that the day is used up, then it fails at once, and says when the next day begins', async () => {
    for (const _ of [1, 2, 3]) await tryOn();
    proxy.setFaults(() => undefined);
    const error = await failure(tryOn());
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 429, code: 'daily_limit', dailyLimit: { limit: 3, remaining: 0 } });
    expect(proxy.exchanges()).toEqual(['POST /try_on_outfit']);
  });
});

describe('requests that fail', () => {
  it('given an error of the work, then it has its code, and is not tried again', async () => {
    gateways.setWork(async (event) => {
      accepted.push(event);
      await gateways.complete(event, event.data.endpoint === '/style_me' ? 400 : 500);
    });
    expect(await failure(tryOn())).toMatchObject({ name: 'ApiError', status: 500, code: 'internal' });
    expect(await failure(client.styleMe({ selfie }))).toMatchObject({
      status: 400,
      code: 'no_person',
      message: 'failed',
    });
    expect(accepted).toHaveLength(2);
  });

  it('given a request that is refused, then it has code and request id', async () => {
    const error = await failure(client.tryOn({ selfie: new Uint8Array([1, 2, 3]), garments: 'a coat' }));
    expect(error).toMatchObject({
      status: 400,
      code: 'not_an_image',
      message: expect.stringContaining('selfie_base64'),
    });
    expect((error as ApiError).requestId).toMatch(/^req_/);
    const stranger = createClient({ baseUrl: proxy.url, apiKey: 'iss_wrong' });
    expect(await failure(stranger.jobs.get('req_000000000000000000000000'))).toMatchObject({ code: 'invalid_api_key' });
    expect(await failure(client.jobs.get('req_000000000000000000000000'))).toMatchObject({ code: 'job_not_found' });
  });

  it('given pictures that cannot be read, then nothing is sent', async () => {
    proxy.setFaults(() => undefined);
    const message = async (picture: string) =>
      String(await failure(client.tryOn({ selfie: picture, garments: 'a coat' })));
    expect(await message('/nowhere/me.jpg')).toBe('PictureError: /nowhere/me.jpg does not exist');
    expect(await message('http://127.0.0.1:1/me.jpg')).toContain('127.0.0.1:1 could not be fetched');
    expect(await message('http://')).toContain('not valid');
    expect(proxy.exchanges()).toEqual([]);
  });
});

describe('ending a wait', () => {
  it('given a signal, when it is aborted, then the wait ends with its reason, and the job only if asked for', async () => {
    for (const cancelOnAbort of [false, true]) {
      const { taken, letGo } = holdWork();
      const stop = new AbortController();
      const waiting = failure(
        tryOn({ signal: stop.signal, cancelOnAbort, onProgress: () => taken.then(() => stop.abort('enough')) }),
      );
      expect(await waiting).toBe('enough');
      const [job] = await allJobs();
      expect(job?.cancel_requested_at === null).toBe(!cancelOnAbort);
      letGo();
      await failure(client.jobs.response(job?.job_id ?? ''));
    }
  });

  it('given a time limit, when it has passed, then the error names the job, whose response can be fetched', async () => {
    const { letGo } = holdWork();
    const error = await failure(tryOn({ timeoutMs: 1_500 }));
    expect(error).toBeInstanceOf(TimeoutError);
    letGo();
    expect(await client.jobs.response((error as TimeoutError).jobId ?? '')).toHaveProperty('image_url');
  });
});
