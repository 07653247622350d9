import { completeRequest, EVENTS_STREAM, subjectOf } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { startTelemetry } from '@styling/telemetry';
import { eventsOfRequest, testId, testTime } from '@styling/testing';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startTestGateways, type TestGateways } from '../gateway.fixture.ts';
import { createKey } from '../keys/key-administration.ts';
import { tablesOf } from '../tables.fixture.ts';
import { flushOutbox, observeOutbox, publishOrStore } from './outbox.ts';

let gateways: TestGateways;
beforeAll(async () => {
  // The gateways themselves flush seldom, so that what a test flushes is counted there.
  gateways = await startTestGateways({ dailyLimit: 5, clock: () => new Date(), sweepGraceMs: 3_600_000 });
});
afterEach(() => tablesOf(gateways.db).deleteFrom('outbox').execute());
afterAll(() => gateways.stop());

const kept = () => tablesOf(gateways.db).selectFrom('outbox').select('event_id').orderBy('stored_at').execute();
const request = (number: number) => ({
  request_id: testId('req', number),
  user_id: 'alice',
  key_id: testId('key', 1),
  endpoint: '/style_me',
  gateway: 'gateway-1',
  received_at: testTime().toISOString(),
});
const completed = (number: number) => completeRequest(request(number), 'gateway', testTime('12:00:01.000'), {});

it('given a bus that is away, then answers are given, their records are kept, or else that is an error, and said as they were once it is back', async () => {
  const { servers, deps, gateway } = gateways;
  const { key } = await createKey(deps, 'bob', 'test');
  await servers.nats.kill();
  const response = await fetch(`http://127.0.0.1:${gateway.port}/try_on_outfit`, {
    method: 'POST',
    body: '{}',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
  });
  expect(response.status).toBe(400);
  const { request_id } = (await response.json()) as { request_id: string };
  expect(await kept()).toEqual([{ event_id: `${request_id}/answered` }]);
  await expect(flushOutbox(deps)).rejects.toThrow(ServiceError);
  expect(await kept()).toHaveLength(1);
  const db = {
    getExecutor: () => {
      throw new Error('no database');
    },
  } as unknown as typeof deps.db;
  await expect(publishOrStore({ ...deps, db }, completed(4))).rejects.toThrow('no database');

  await servers.nats.restart();
  await expect.poll(() => flushOutbox(deps).catch(() => -1)).toBeGreaterThanOrEqual(0);
  await expect.poll(kept).toEqual([]);
  const said = await eventsOfRequest(servers.bus, request_id);
  expect(said).toMatchObject([{ data: { status: 400, endpoint: '/try_on_outfit', error: { code: 'required' } } }]);
});

it('given an event that two gateways kept and say at once, then the log has it once', async () => {
  const { deps, servers } = gateways;
  const event = completed(3);
  const row = { event_id: event.id, event: JSON.stringify(event), trace: '{}' };
  await tablesOf(gateways.db).insertInto('outbox').values(row).execute();
  await Promise.all([flushOutbox(deps), flushOutbox(deps)]);
  expect(await kept()).toEqual([]);
  expect(await eventsOfRequest(servers.bus, testId('req', 3))).toHaveLength(1);
});

it('given an event that was kept, then it is said in the trace of its request', async () => {
  const { deps, servers } = gateways;
  const telemetry = await startTelemetry('test', false);
  const event = completed(5);
  const trace = JSON.stringify({ traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` });
  const row = { event_id: event.id, event: JSON.stringify(event), trace };
  await tablesOf(gateways.db).insertInto('outbox').values(row).execute();
  await flushOutbox(deps);
  const message = await servers.bus.jsm.streams.getMessage(EVENTS_STREAM, { last_by_subj: subjectOf(event) });
  expect(message?.header.get('traceparent')).toContain('a'.repeat(32));
  await telemetry.stop();
});

it('given rows that can never be published among more than a batch, then all others are, by two gateways, and these are set aside', async () => {
  const { deps, servers, db } = gateways;
  const telemetry = await startTelemetry('test', false);
  const stopObserving = observeOutbox(deps);
  const rows = Array.from({ length: 1_200 }, (_, index) => {
    const event = completed(10_000 + index);
    return { event_id: event.id, event: JSON.stringify(event), trace: '{}' };
  });
  await tablesOf(db).insertInto('outbox').values(rows).execute();
  const broken = { ...completed(1), type: 'request.completed', data: { nothing: true } };
  const huge = completeRequest({ ...request(8), endpoint: '/style_me' }, 'gateway', testTime(), {
    error: { code: 'internal', message: 'x'.repeat(2_000_000), status: 500 },
  });
  const newer = { ...completed(2), type: 'request.imagined' };
  const odd = { '0-broken': broken, '0-huge': huge, '0-newer': newer };
  for (const [event_id, event] of Object.entries(odd)) {
    await tablesOf(db)
      .insertInto('outbox')
      .values({ event_id, event: JSON.stringify(event), trace: '{}' })
      .execute();
  }
  const published = await Promise.all([flushOutbox(deps), flushOutbox(deps)]);
  let sum = published[0] + published[1];
  // On a slow machine some were not acknowledged in time.
  while (sum < 1_200) sum += await flushOutbox(deps);
  expect(sum).toBe(1_200);
  expect(Math.min(...published)).toBeGreaterThan(0);
  const left = await tablesOf(db).selectFrom('outbox').select(['event_id', 'refused']).orderBy('event_id').execute();
  expect(left).toEqual([
    { event_id: '0-broken', refused: 'ZodError' },
    { event_id: '0-huge', refused: 'InvalidArgumentError' },
    { event_id: '0-newer', refused: null },
  ]);
  for (const number of [10_000, 11_199]) {
    expect(await eventsOfRequest(servers.bus, testId('req', number))).toHaveLength(1);
  }
  const metrics = await telemetry.metricsText();
  expect(metrics).toContain('styling_outbox_events{styling_outbox_state="refused"} 2');
  expect(metrics).toContain('styling_outbox_events{styling_outbox_state="waiting"} 1');
  stopObserving();
  await telemetry.stop();
});
