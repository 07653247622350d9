import { type DeadLetter, listDeadLetters } from '@styling/bus';
import { serveCapability } from '@styling/capability';
import { EVENTS_STREAM } from '@styling/contracts';
import { eventsOfRequest } from '@styling/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestGateways, type TestGateways } from '../gateway.fixture.ts';
import { createKey } from '../keys/key-administration.ts';
import { tablesOf } from '../tables.fixture.ts';

let gateways: TestGateways;
beforeAll(async () => {
  gateways = await startTestGateways({ dailyLimit: 5, clock: () => new Date(), requestTimeoutMs: 50_000, workers: [] });
});
afterAll(() => gateways.stop());

it('given a request that was delivered again and again without an answer, then it is a dead letter that its client knows of', async () => {
  const { servers, deps, db } = gateways;
  const never = vi.fn(() => Promise.reject(new Error('it would take this process with it')));
  const serve = () => serveCapability(deps, 'tryon', 1, never);
  await (await serve()).stop();

  const { key } = await createKey(deps, 'alice', 'test');
  const answering = gateways.tryOn(key);
  const takers = await servers.bus.js.consumers.get(EVENTS_STREAM, 'tryon');
  // Each taker stands for a worker that died with the event in its hands.
  for (let delivery = 0; delivery < 10; delivery++) (await takers.next({ expires: 10_000 }))?.nak();

  const worker = await serve();
  const answer = await answering;
  expect([answer.status, answer.body]).toEqual([
    500,
    expect.objectContaining({ error: 'Internal server error', code: 'internal' }),
  ]);
  const request_id = answer.headers.get('x-request-id') ?? '';
  const admission = await tablesOf(db).selectFrom('admission').selectAll().executeTakeFirstOrThrow();
  expect(admission).toMatchObject({ user_id: 'alice', used: 0, request_id: null });
  const letters: DeadLetter[] = [];
  await vi.waitFor(async () => {
    for await (const letter of listDeadLetters(servers.bus)) letters.push(letter);
    expect(letters.length).toBeGreaterThan(0);
  });
  expect(letters).toMatchObject([
    { consumer: 'tryon', error: 'exhausted', deliveries: 11, event: { data: { request_id } } },
  ]);
  expect(await servers.store.deleteAll(`requests/${request_id}`)).toBe(0);
  expect((await eventsOfRequest(servers.bus, request_id)).map(({ type }) => type)).toEqual([
    'request.accepted',
    'request.completed',
  ]);
  expect(never).not.toHaveBeenCalled();
  await worker.stop();
});
