import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { type DeadLetter, listDeadLetters } from '@styling/bus';
import { serveCapability } from '@styling/capability';
import { EVENTS_STREAM } from '@styling/contracts';
import { connectDatabase, migrate } from '@styling/database';
import { silentLogger } from '@styling/telemetry';
import { eventsOfRequest, startTestServers, type TestServers } from '@styling/testing';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { GatewayDependencies } from '../dependencies.ts';
import { smallPhoto } from '../gateway.fixture.ts';
import { createKey } from '../keys/key-administration.ts';
import { type RunningGateway, startGateway } from '../service.ts';
import type { GatewayTables } from '../tables.ts';

let servers: TestServers;
let db: Kysely<GatewayTables>;
let deps: GatewayDependencies;
let gateway: RunningGateway;

beforeAll(async () => {
  servers = await startTestServers();
  db = connectDatabase({ url: servers.postgres.url, schema: 'gateway', log: silentLogger() });
  await migrate(db, 'gateway', fileURLToPath(new URL('../migrations', import.meta.url)));
  const { bus, store } = servers;
  deps = {
    name: 'gateway-1',
    bus,
    db,
    store,
    log: silentLogger(),
    clock: () => new Date(),
    random: randomBytes,
    ...{
      dailyLimit: 5,
      requestTimeoutMs: 50_000,
      sweepGraceMs: 30_000,
      orphanMarginMs: 300_000,
      imageStoreUrl: 'http://images.example',
      version: '1',
    },
  };
  gateway = await startGateway(deps, 0);
});
afterAll(async () => {
  await gateway.stop();
  await db.destroy();
  await servers.stop();
});

it('given a request that was delivered again and again without an answer, then it is a dead letter that its client knows of', async () => {
  const never = vi.fn(() => Promise.reject(new Error('it would take this process with it')));
  const serve = () => serveCapability({ ...deps, bus: servers.bus }, 'tryon', 1, never);
  await (await serve()).stop();

  const { key } = await createKey(deps, 'alice', 'test');
  const selfie_base64 = (await smallPhoto()).toString('base64');
  const answering = fetch(`http://127.0.0.1:${gateway.port}/try_on_outfit`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ selfie_base64, clothing_description: 'a red coat', mode: 'model_shot' }),
  });
  const takers = await servers.bus.js.consumers.get(EVENTS_STREAM, 'tryon');
  // Each taker stands for a worker that died with the event in its hands.
  for (let delivery = 0; delivery < 10; delivery++) (await takers.next({ expires: 10_000 }))?.nak();

  const worker = await serve();
  const answer = await answering;
  expect([answer.status, await answer.json()]).toEqual([
    500,
    expect.objectContaining({ error: 'Internal server error', code: 'internal' }),
  ]);
  const request_id = answer.headers.get('x-request-id') ?? '';
  const admission = await db.selectFrom('admission').selectAll().executeTakeFirstOrThrow();
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
