import { setTimeout as sleep } from 'node:timers/promises';
import { notify, publish } from '@styling/bus';
import { type Capability, completeRequest, type RequestAccepted, startRequest } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { eventsOfRequest, startServiceWithTables } from '@styling/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestGateways, type TestGateways } from '../gateway.fixture.ts';
import { createKey } from '../keys/key-administration.ts';
import { endCancelled } from '../requests/cancel-request.ts';
import { startGateway } from '../service.ts';
import { tablesOf } from '../tables.fixture.ts';
import type { JobRecord } from './job-record.ts';

// On two gateways, the jobs service in a process of its own, and a worker that does what a test says.

const LIMIT = { timeout: 30_000, interval: 50 };
let gateways: TestGateways;
let jobs: { stop(): Promise<void> };
let key = '';
let user = '';
let users = 0;

beforeAll(async () => {
  gateways = await startTestGateways({
    dailyLimit: 5,
    clock: () => new Date(),
    sweepGraceMs: 3_600_000,
  });
  jobs = await startServiceWithTables('jobs', gateways.servers);
}, 120_000);
afterAll(async () => {
  await jobs.stop();
  await gateways.stop();
});
beforeEach(async () => {
  user = `canceller${++users}`;
  key = (await createKey(gateways.deps, user, 'test')).key;
});
afterEach(() => gateways.setWork((event) => gateways.complete(event)));

const tryOn = (headers: Record<string, string> = {}) => gateways.tryOn(key, { headers });
const get = (path: string, at = gateways.otherGateway) => gateways.ask(key, path, { at });
const asynchronously = async (headers: Record<string, string> = {}) =>
  String((await tryOn({ prefer: 'respond-async', ...headers })).body.job_id);
const cancel = (id: string, as = key) =>
  gateways.ask(as, `/jobs/${id}/cancel`, { method: 'POST', at: gateways.otherGateway });
const job = async (id: string) => (await get(`/jobs/${id}`)).body as unknown as JobRecord;
const types = async (id: string) =>
  (await eventsOfRequest(gateways.servers.bus, id)).map((event) =>
    event.type === 'request.completed' ? `${event.type} ${event.data.status} by ${event.data.answered_by}` : event.type,
  );

const start = (event: RequestAccepted) =>
  publish(gateways.servers.bus, startRequest(event.data, event.data.capability as Capability, new Date()));
const endCanceled = ({ data }: RequestAccepted) =>
  publish(gateways.servers.bus, completeRequest(data, 'tryon', new Date(), { error: new ServiceError('canceled') }));
/** The worker takes the user's requests and does no more; `begin` whether it publishes that it has begun. */
function holdWork(begin: boolean): Promise<RequestAccepted> {
  const { promise, resolve } = Promise.withResolvers<RequestAccepted>();
  gateways.setWork(async (event) => {
    // One of a test before, delivered again after its NATS was restarted.
    if (event.data.user_id !== user) return;
    if (begin) await start(event);
    resolve(event);
  });
  return promise;
}

describe('cancelling', () => {
  it('a job that no worker has begun ends it at once, frees the slot and gives back the count', async () => {
    holdWork(false);
    const id = await asynchronously();
    const answer = await cancel(id);
    expect(answer).toMatchObject({ status: 202, body: { job_id: id, status: 'canceled', image_ids: [] } });
    expect(answer.body.error).toEqual({ error: 'The request was canceled', code: 'canceled', request_id: id });
    expect(await types(id)).toEqual([
      'request.accepted',
      'request.cancel_requested',
      'request.completed 409 by gateway',
    ]);
    expect(await get(`/jobs/${id}/response`)).toMatchObject({ status: 409, body: { code: 'canceled' } });
    gateways.setWork((event) => gateways.complete(event));
    const next = await tryOn();
    expect([next.status, next.headers.get('x-ratelimit-remaining')]).toEqual([200, '4']);
    expect((await gateways.servers.store.get(`requests/${id}`))?.metadata.ended).toBe('canceled');
  });

  it('a synchronous request answers its waiting client 409, at whatever gateway it was cancelled', async () => {
    const taken = holdWork(false);
    const waiting = tryOn();
    const { data } = await taken;
    const asked = performance.now();
    expect((await cancel(data.request_id)).status).toBe(202);
    const answer = await waiting;
    expect(answer).toMatchObject({ status: 409, body: { code: 'canceled', request_id: data.request_id } });
    expect(answer.headers.get('x-ratelimit-remaining')).toBe('5');
    expect(performance.now() - asked).toBeLessThan(20_000);
  });

  it('a running job asks its worker, whose ending is the one', async () => {
    const taken = holdWork(true);
    const id = await asynchronously();
    const event = await taken;
    const answer = await cancel(id);
    expect(answer).toMatchObject({ status: 202, body: { status: 'running', completed_at: null } });
    expect(answer.body.cancel_requested_at).not.toBeNull();
    expect((await tryOn()).status).toBe(429);
    await endCanceled(event);
    await vi.waitFor(async () => expect((await job(id)).status).toBe('canceled'), LIMIT);
    expect((await types(id)).filter((type) => type.startsWith('request.completed'))).toEqual([
      'request.completed 409 by tryon',
    ]);
  });

  it('twice says it once in the log', async () => {
    const taken = holdWork(true);
    const id = await asynchronously();
    const event = await taken;
    const [first, second] = [await cancel(id), await cancel(id)];
    expect([first.status, second.status]).toEqual([202, 202]);
    expect(second.body.cancel_requested_at).toBe(first.body.cancel_requested_at);
    expect((await types(id)).filter((type) => type === 'request.cancel_requested')).toHaveLength(1);
    await endCanceled(event);
  });

  it('a job that its worker finishes at the same moment leaves it succeeded', async () => {
    const taken = holdWork(true);
    const id = await asynchronously();
    const event = await taken;
    await cancel(id);
    await gateways.complete(event);
    await vi.waitFor(async () => expect((await job(id)).status).toBe('succeeded'), LIMIT);
    expect(await cancel(id)).toMatchObject({ status: 200, body: { status: 'succeeded' } });
  });

  it("a job that is canceled stays so, whatever a late worker says, and its images' names stay reserved", async () => {
    const taken = holdWork(false);
    const id = await asynchronously();
    const event = await taken;
    await cancel(id);
    await gateways.complete(event);
    expect((await cancel(id)).status).toBe(200);
    expect((await job(id)).status).toBe('canceled');
    expect((await types(id)).filter((type) => type.startsWith('request.completed'))).toHaveLength(1);
  });

  it("another user's job is not found, and goes on", async () => {
    const taken = holdWork(true);
    const id = await asynchronously();
    const event = await taken;
    const { key: foreign } = await createKey(gateways.deps, `stranger${users}`, 'test');
    expect(await cancel(id, foreign)).toMatchObject({ status: 404, body: { code: 'job_not_found' } });
    expect(await types(id)).not.toContain('request.cancel_requested');
    await gateways.complete(event);
  });

  it('a job that has ended changes nothing', async () => {
    const id = String((await tryOn()).headers.get('x-request-id'));
    const before = await job(id);
    expect(await cancel(id)).toMatchObject({ status: 200, body: { ...before, cancel_requested_at: null } });
    expect(await types(id)).not.toContain('request.cancel_requested');
  });

  it('given NATS is away, then it is 503, and once it is back it works', async () => {
    const taken = holdWork(true);
    const id = await asynchronously();
    const event = await taken;
    await gateways.servers.nats.kill();
    expect((await cancel(id)).status).toBe(503);
    await gateways.servers.nats.restart();
    await vi.waitFor(async () => expect((await cancel(id)).status).toBe(202), LIMIT);
    await endCanceled(event);
    await vi.waitFor(async () => expect((await job(id)).status).toBe('canceled'), LIMIT);
  });

  it('given its worker is frozen or gone, then the sweep ends it, once the grace is over', async () => {
    holdWork(true);
    const id = await asynchronously();
    await vi.waitFor(async () => expect((await job(id)).status).toBe('running'), LIMIT);
    await cancel(id);
    const { db } = gateways;
    const kept = () =>
      tablesOf(db).selectFrom('cancel_request').select('request_id').where('request_id', '=', id).execute();
    await vi.waitFor(async () => expect(await kept()).toHaveLength(1), LIMIT);
    expect(await endCancelled({ ...gateways.deps, sweepGraceMs: 60_000 })).toBe(0);
    const soon = { ...gateways.deps, clock: () => new Date(Date.now() + 61_000), sweepGraceMs: 60_000 };
    expect(await endCancelled(soon)).toBeGreaterThan(0);
    await vi.waitFor(async () => expect((await job(id)).status).toBe('canceled'), LIMIT);
    expect(await types(id)).toContain('request.completed 409 by gateway');
    await vi.waitFor(async () => {
      await endCancelled(soon);
      expect(await kept()).toEqual([]);
    }, LIMIT);
  });
});

describe('Cancel-After', () => {
  it('is the deadline of the request, at which its worker is to stop', async () => {
    const taken = holdWork(true);
    const id = await asynchronously({ 'cancel-after': '1h' });
    const { data } = await taken;
    expect(data.cancel_at_deadline).toBe(true);
    expect(Date.parse(data.deadline) - Date.parse(data.received_at)).toBe(3_600_000);
    expect((await job(id)).deadline).toBe(data.deadline);
    await cancel(id);
  });

  it('answers a synchronous client 504 when it has passed', async () => {
    const taken = holdWork(false);
    let aheadMs = 0;
    // Nearly all of the five seconds have passed once the time of arrival was read.
    const clock = () => {
      const now = new Date(Date.now() + aheadMs);
      aheadMs = 4_700;
      return now;
    };
    const at = await startGateway({ ...gateways.deps, name: 'hurried', clock }, 0);
    aheadMs = 0;
    const answer = await gateways.tryOn(key, { headers: { 'cancel-after': '5s' }, at });
    await at.stop();
    expect(answer).toMatchObject({ status: 504, body: { code: 'deadline_exceeded' } });
    gateways.setWork((event) => gateways.complete(event));
    expect((await tryOn()).status).toBe(200);
    // Tells a late worker to delete what it made.
    const { data } = await taken;
    expect(Date.parse(data.deadline) - Date.parse(data.received_at)).toBe(5_000);
    await vi.waitFor(async () =>
      expect((await gateways.servers.store.get(data.input))?.metadata.ended).toBe('canceled'),
    );
  });
});

describe('progress', () => {
  it('is in the job at every gateway while it runs, and in its events', async () => {
    const taken = holdWork(true);
    const id = await asynchronously();
    const event = await taken;
    expect(event.data.cancel_at_deadline).toBe(false);
    expect((await job(id)).progress).toBeNull();
    const stream = await fetch(`http://127.0.0.1:${gateways.otherGateway.port}/jobs/${id}/events`, {
      headers: { 'x-api-key': key },
    });
    const told: (JobRecord['progress'] | undefined)[] = [];
    const reading = (async () => {
      for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        for (const [, data = 'null'] of chunk.matchAll(/^data: (.*)$/gm)) told.push(JSON.parse(data)?.progress);
      }
    })();
    await vi.waitFor(() => expect(told.length).toBeGreaterThan(0), LIMIT);
    notify(gateways.servers.bus, 'request.progressed', id, { stage: 'dressing', fraction: 0.5 });
    await vi.waitFor(() => expect(told.at(-1)).toEqual({ stage: 'dressing', fraction: 0.5 }), LIMIT);
    for (const at of [gateways.gateway, gateways.otherGateway]) {
      const { body } = await get(`/jobs/${id}`, at);
      expect(body.progress).toEqual({ stage: 'dressing', fraction: 0.5 });
    }
    await sleep(50);
    await gateways.complete(event);
    await reading;
    expect(told.at(-1)).toBeNull();
    expect((await job(id)).progress).toBeNull();
  });
});

describe('the timeline', () => {
  it("has the events of the request and no others, without the gateways' names or places in the log", async () => {
    gateways.setWork(async (event) => {
      await start(event);
      await gateways.complete(event);
    });
    await tryOn();
    const id = (await tryOn()).headers.get('x-request-id') ?? '';
    const { status, body } = await get(`/jobs/${id}/timeline`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ job_id: id, endpoint: '/try_on_outfit', status: 200 });
    const steps = body.steps as Record<string, unknown>[];
    expect(steps.map(({ what }) => what)).toEqual([
      ...['received', 'request.accepted', 'request.started'],
      'request.completed',
    ]);
    expect(Object.keys(steps[1] ?? {}).sort()).toEqual(['by', 'ms', 'time', 'took_ms', 'what']);
    expect(JSON.stringify(body)).not.toMatch(/gateway-\d|user|seq/);
  });
});
