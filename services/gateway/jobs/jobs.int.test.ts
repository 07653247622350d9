import { setTimeout as sleep } from 'node:timers/promises';
import { readToHead } from '@styling/bus';
import { subjects } from '@styling/contracts';
import { silentLogger } from '@styling/telemetry';
import { startServiceWithTables } from '@styling/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Answer, smallPhoto, startTestGateways, type TestGateways } from '../gateway.fixture.ts';
import { createKey, revoke } from '../keys/key-administration.ts';
import { startGateway } from '../service.ts';
import type { JobRecord } from './job-record.ts';

// On two gateways and the jobs service in a process of its own.

const DAY_MS = 86_400_000;
let gateways: TestGateways;
let jobs: { stop(): Promise<void> };
let bodies: Record<string, object>;
let clockIsAhead = 0;
let user = '';
let key = '';
let key_id = '';
let users = 0;

beforeAll(async () => {
  gateways = await startTestGateways({ dailyLimit: 5, clock: () => new Date(Date.now() + clockIsAhead) });
  jobs = await startServiceWithTables('jobs', gateways.servers);
  const selfie_base64 = (await smallPhoto()).toString('base64');
  bodies = {
    '/try_on_outfit': { selfie_base64, clothing_description: 'a red coat', mode: 'model_shot' },
    '/generate_image': { selfie_base64, clothing_description: 'a red coat', mode: 'studio' },
    '/style_me': { selfie_base64, occasion: 'a wedding', num_outfits: 2 },
    '/analyze_outfit': { image_url: 'https://example.com/outfit.jpg' },
  };
}, 120_000);
afterAll(async () => {
  await jobs.stop();
  await gateways.stop();
});
beforeEach(async () => {
  user = `user${++users}`;
  ({ key, key_id } = await createKey(gateways.deps, user, 'test'));
});
afterEach(() => {
  clockIsAhead = 0;
  gateways.setWork((event) => gateways.complete(event));
});

const post = (path: string, headers: Record<string, string> = {}, at = gateways.gateway): Promise<Answer> =>
  gateways.ask(key, path, { body: bodies[path], headers, at });
const asynchronously = (path = '/try_on_outfit', headers: Record<string, string> = {}, at = gateways.gateway) =>
  post(path, { prefer: 'respond-async', ...headers }, at);
const get = (path: string, { as = key, at = gateways.otherGateway } = {}) => gateways.ask(as, path, { at });
const jobOf = ({ body }: Answer) => body as unknown as JobRecord;
const untilStatus = (id: string, status: string) =>
  vi.waitFor(async () => expect((await get(`/jobs/${id}`)).body.status).toBe(status), { timeout: 10_000 });

describe('an asynchronous request', () => {
  it('is a job once the log has it, whose response can be fetched from any gateway', async () => {
    const { taken, end } = gateways.holdWork();
    const { status, headers, body } = await asynchronously();
    const id = String(body.job_id);
    expect(status).toBe(202);
    expect(Object.fromEntries(headers)).toMatchObject({
      location: `/jobs/${id}`,
      'preference-applied': 'respond-async',
      'retry-after': '2',
      'x-ratelimit-limit': '5',
      'x-ratelimit-remaining': '4',
      'x-request-id': id,
    });
    expect(body).toMatchObject({
      status: 'queued',
      endpoint: '/try_on_outfit',
      completed_at: null,
      error: null,
      cost: null,
    });
    await taken;
    await untilStatus(id, 'running');
    expect((await get(`/jobs/${id}/response`)).status).toBe(202);
    expect((await post('/try_on_outfit')).status).toBe(429);
    end();
    await untilStatus(id, 'succeeded');
    const job = jobOf(await get(`/jobs/${id}`));
    expect(job.cost).toBe(1);
    expect(Date.parse(job.response_expires_at ?? '')).toBe(Date.parse(job.created_at) + DAY_MS);
    for (const at of [gateways.gateway, gateways.otherGateway]) {
      const response = await get(`/jobs/${id}/response`, { at });
      expect(response).toMatchObject({ status: 200, body: { image_id: job.image_ids[0], mime_type: 'image/jpeg' } });
      expect(response.headers.get('x-ratelimit-remaining')).toBe('4');
    }
  });

  it.each([400, 500] as const)('that fails with %d has that response', async (status) => {
    gateways.setWork((event) => gateways.complete(event, status));
    const { body } = await asynchronously();
    await untilStatus(String(body.job_id), 'failed');
    const code = status === 400 ? 'no_person' : 'internal';
    const response = await get(`/jobs/${body.job_id}/response`);
    expect(response).toMatchObject({
      status,
      body: { error: 'failed', code, request_id: response.headers.get('x-request-id') },
    });
    expect(jobOf(await get(`/jobs/${body.job_id}`)).error).toEqual({ error: 'failed', code, request_id: body.job_id });
  });

  it('given it ends within its wait, is answered as if it were synchronous; else with the job as it is then', async () => {
    const { taken, end } = gateways.holdWork();
    const late = await post('/try_on_outfit', { prefer: 'respond-async, wait=1' });
    await taken;
    expect(late).toMatchObject({ status: 202, body: { status: 'running' } });
    end();
    await untilStatus(String(late.body.job_id), 'succeeded');
    const { taken: takenAgain, end: endAgain } = gateways.holdWork();
    void takenAgain.then(() => endAgain(400));
    expect(await post('/try_on_outfit', { prefer: 'respond-async, wait=20' })).toMatchObject({
      status: 400,
      body: { code: 'no_person' },
    });
  });

  it('leaves its slot to the next request as soon as its end is published', async () => {
    for (let round = 0; round < 5; round++) {
      const { body } = await asynchronously();
      let job = jobOf(await get(`/jobs/${body.job_id}?wait=10`));
      while (job.completed_at === null) job = jobOf(await get(`/jobs/${body.job_id}?wait=10`));
    }
    expect((await post('/try_on_outfit')).body.error).toContain('Daily rate limit');
  });
});

describe('an asynchronous request with an Idempotency-Key', () => {
  it('given it is repeated while it runs, gets the same job, at any gateway; a synchronous repeat gets 429', async () => {
    const { taken, end } = gateways.holdWork();
    const retry = { 'idempotency-key': `retry-${user}` };
    const first = await asynchronously('/try_on_outfit', retry);
    await taken;
    for (const at of [gateways.gateway, gateways.otherGateway]) {
      const again = await asynchronously('/try_on_outfit', retry, at);
      expect(again).toMatchObject({ status: 202, body: { job_id: first.body.job_id, status: 'running' } });
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect(again.headers.get('location')).toBe(`/jobs/${first.body.job_id}`);
      expect(again.headers.get('x-ratelimit-remaining')).toBe('4');
    }
    expect((await post('/try_on_outfit', retry)).status).toBe(429);
    const waiting = post('/try_on_outfit', { ...retry, prefer: 'respond-async, wait=20' });
    await sleep(100);
    end();
    const waited = await waiting;
    expect(waited).toMatchObject({ status: 200, body: { mime_type: 'image/jpeg' } });
    expect(waited.headers.get('idempotent-replayed')).toBe('true');
    const replayed = await asynchronously('/try_on_outfit', retry);
    expect(replayed).toMatchObject({ status: 200, body: waited.body });
    expect(replayed.headers.get('idempotent-replayed')).toBe('true');
    expect(jobOf(await get('/jobs')).job_id).toBeUndefined();
    expect((await get('/jobs')).body.jobs).toHaveLength(1);
  });
});

describe('the response of a synchronous request', () => {
  it('can be fetched if it has an image record, or is an error; else only with an Idempotency-Key', async () => {
    const expected = async (path: string, headers: Record<string, string> = {}) => {
      const { headers: accepted } = await post(path, headers);
      const { status, body } = await get(`/jobs/${accepted.get('x-request-id')}/response`);
      return [status, body.code];
    };
    expect(await expected('/try_on_outfit')).toEqual([200, undefined]);
    expect(await expected('/generate_image')).toEqual([404, 'response_expired']);
    expect(await expected('/generate_image', { 'idempotency-key': 'k' })).toEqual([200, undefined]);
    gateways.setWork((event) => gateways.complete(event, 400));
    expect(await expected('/generate_image')).toEqual([400, 'no_person']);
  });

  it('is gone a day later, and so is one whose result is no longer in the store', async () => {
    const [first, second] = [await post('/try_on_outfit'), await asynchronously('/generate_image')];
    const id = first.headers.get('x-request-id');
    await untilStatus(String(second.body.job_id), 'succeeded');
    await gateways.servers.store.delete(`answers/${second.body.job_id}`);
    expect((await get(`/jobs/${second.body.job_id}/response`)).body.code).toBe('response_expired');
    expect((await get(`/jobs/${id}/response`)).status).toBe(200);
    clockIsAhead = DAY_MS + 1_000;
    expect((await get(`/jobs/${id}/response`)).body.code).toBe('response_expired');
    expect((await get(`/jobs/${id}`)).body.status).toBe('succeeded');
  });
});

describe('GET /jobs', () => {
  it('lists by page and by status, newest first', async () => {
    const ids: unknown[] = [];
    for (const status of [200, 400, 200] as const) {
      gateways.setWork((event) => gateways.complete(event, status));
      ids.unshift((await post('/try_on_outfit')).headers.get('x-request-id'));
    }
    const list = async (query: string) => {
      const { body } = await get(`/jobs${query}`);
      return { ids: (body.jobs as JobRecord[]).map(({ job_id }) => job_id), next: body.next_cursor };
    };
    expect(await list('')).toEqual({ ids, next: undefined });
    const { ids: page, next } = await list('?limit=2');
    expect(page).toEqual(ids.slice(0, 2));
    expect(await list(`?limit=2&cursor=${next}`)).toEqual({ ids: ids.slice(2), next: undefined });
    expect(await list('?status=failed')).toEqual({ ids: ids.slice(1, 2), next: undefined });
  });

  it.each(['', '?wait=1', '/response', '/events'])(
    '/:id%s of another user, of nobody and of no form is one 404',
    async (rest) => {
      const { headers } = await post('/try_on_outfit');
      const stranger = (await createKey(gateways.deps, `stranger${user}`, 'test')).key;
      for (const id of [headers.get('x-request-id'), `req_${'0'.repeat(24)}`, 'x', '%00']) {
        const { status, body } = await get(`/jobs/${id}${rest}`, { as: stranger });
        expect({ status, ...body }).toEqual({
          status: 404,
          error: 'Job not found',
          code: 'job_not_found',
          request_id: body.request_id,
        });
      }
    },
  );
});

describe('a long poll', () => {
  it('responds when the job changes, at once if it has ended, and when its time is up', async () => {
    const { taken, end } = gateways.holdWork();
    const { body } = await asynchronously();
    const path = `/jobs/${body.job_id}`;
    await taken;
    await untilStatus(String(body.job_id), 'running');
    const started = performance.now();
    expect((await get(`${path}?wait=1`)).body.status).toBe('running');
    expect(performance.now() - started).toBeGreaterThan(900);
    const waiting = get(`${path}?wait=30`);
    await sleep(200);
    end();
    expect((await waiting).body.status).toBe('succeeded');
    expect((await get(`${path}?wait=30`)).body.status).toBe('succeeded');
  });

  it('takes no turn of its user, and is bounded by user', async () => {
    const limits = { ...gateways.deps.limits, watches: 300 };
    const narrow = await startGateway({ ...gateways.deps, name: 'gateway-4', limits }, 0);
    const { taken, end } = gateways.holdWork();
    const { body } = await asynchronously();
    await taken;
    await untilStatus(String(body.job_id), 'running');
    const polls = [1, 2, 3].map(() => get(`/jobs/${body.job_id}?wait=30`, { at: narrow }));
    await sleep(500);
    expect((await get(`/jobs/${body.job_id}`, { at: narrow })).status).toBe(200);
    expect((await get(`/jobs/${body.job_id}?wait=30`, { at: narrow })).status).toBe(503);
    end();
    for (const poll of await Promise.all(polls)) expect(poll.body.status).toBe('succeeded');
    await narrow.stop();
  });
});

describe('reads of jobs', () => {
  it('are counted by minute and key, and none is in the log by itself', async () => {
    const gateway = await startGateway({ ...gateways.deps, name: 'gateway-5' }, 0);
    const { headers } = await post('/try_on_outfit');
    for (let times = 0; times < 3; times++) await get(`/jobs/${headers.get('x-request-id')}`, { at: gateway });
    await get('/jobs', { at: gateway });
    await get('/jobs/x', { at: gateway });
    await gateway.stop();
    const requests: Record<string, number> = {};
    let refused = 0;
    const options = { name: 'test', filter: subjects.allReads, after: 0, log: silentLogger() };
    for await (const { event } of readToHead(gateways.servers.bus, options)) {
      if (event?.type === 'read.answered' && event.data.user_id === user) throw new Error('a read of its own');
      if (event?.type !== 'read.counted' || event.data.user_id !== user) continue;
      refused += event.data.refused['/jobs/:id'] ?? 0;
      for (const [path, count] of Object.entries(event.data.requests)) requests[path] = (requests[path] ?? 0) + count;
    }
    expect([requests, refused]).toEqual([{ '/jobs/:id': 4, '/jobs': 1 }, 1]);
  });
});

/** The events of a stream, as they arrive, with their ids; `until` it has ended or a job has that status. */
async function events(id: unknown, { at = gateways.gateway, until = '', lastEventId = '' } = {}) {
  const stop = new AbortController();
  const response = await fetch(`http://127.0.0.1:${at.port}/jobs/${id}/events`, {
    headers: { 'x-api-key': key, ...(lastEventId && { 'last-event-id': lastEventId }) },
    signal: stop.signal,
  });
  let text = '';
  const statesSent = () =>
    [...text.matchAll(/event: job\nid: (\d+)\ndata: (.*)\n\n/g)].map(([, version, data = '']) => ({
      version,
      status: (JSON.parse(data) as JobRecord).status,
    }));
  if (response.body) {
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      if (until && statesSent().some(({ status }) => status === until)) break;
    }
  }
  stop.abort();
  return { status: response.status, type: response.headers.get('content-type'), states: statesSent() };
}

describe('the events of a job', () => {
  it('carry every state, and end with the last', async () => {
    const { taken, end } = gateways.holdWork();
    const { body } = await asynchronously();
    const following = events(body.job_id, { at: gateways.otherGateway });
    await taken;
    await untilStatus(String(body.job_id), 'running');
    end();
    const { status, type, states } = await following;
    expect([status, type]).toEqual([200, 'text/event-stream; charset=utf-8']);
    expect(states.at(-1)).toEqual({ version: '3', status: 'succeeded' });
    expect(states.map(({ version }) => version)).toEqual([...new Set(states.map(({ version }) => version))].sort());
  });

  it('given their gateway stops, go on at another, and no state is missed; with the last one there are no more', async () => {
    const third = await startGateway({ ...gateways.deps, name: 'gateway-6' }, 0);
    const { taken, end } = gateways.holdWork();
    const { body } = await asynchronously();
    await taken;
    await untilStatus(String(body.job_id), 'running');
    const following = events(body.job_id, { at: third });
    await sleep(300);
    await third.stop();
    const { states } = await following;
    expect(states).toEqual([{ version: '2', status: 'running' }]);
    end();
    await untilStatus(String(body.job_id), 'succeeded');
    const [again, had] = [
      await events(body.job_id, { lastEventId: '2' }),
      await events(body.job_id, { lastEventId: '3' }),
    ];
    expect(again.states).toEqual([{ version: '3', status: 'succeeded' }]);
    expect([had.status, had.states]).toEqual([204, []]);
  });

  it('given their key is revoked, end without what happens then', async () => {
    const { taken, end } = gateways.holdWork();
    const { body } = await asynchronously();
    await taken;
    await untilStatus(String(body.job_id), 'running');
    const following = events(body.job_id, { at: gateways.otherGateway });
    await sleep(300);
    await revoke(gateways.deps, key_id);
    end();
    const { status, states } = await following;
    expect([status, states]).toEqual([200, [{ version: '2', status: 'running' }]]);
  });
});
