import { fileURLToPath } from 'node:url';
import { ask, publish } from '@styling/bus';
import { createEvent, createWebhook, keyCreated, listDeliveries, type StoredDelivery } from '@styling/contracts';
import { connectDatabase, migrate } from '@styling/database';
import { waitUntil } from '@styling/local-servers';
import { silentLogger } from '@styling/telemetry';
import { startSpawnedService, startTestServers, type TestServers, testId } from '@styling/testing';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Behaviour, responding, startReceiver } from './receiver.fixture.ts';

// The service in a process of its own, which is killed.

const WITHIN = { timeoutMs: 30_000 };
let servers: TestServers;
let db: Kysely<unknown>;
let service: Awaited<ReturnType<typeof startSpawnedService>>;
const start = async () => {
  service = await startSpawnedService('webhooks', servers, { ALLOW_PRIVATE_URLS: '1' });
};

beforeAll(async () => {
  servers = await startTestServers();
  db = connectDatabase({ url: servers.postgres.url, schema: 'webhooks', log: silentLogger() });
  await migrate(db, 'webhooks', fileURLToPath(new URL('./migrations', import.meta.url)));
  await start();
}, 120_000);
afterAll(async () => {
  await service.stop();
  await db.destroy();
  await servers.stop();
});

let numbers = 0;
async function happen(user_id: string): Promise<void> {
  const key_id = testId('key', ++numbers);
  await publish(servers.bus, createEvent(keyCreated, '/services/gateway', new Date(), { key_id, user_id }));
}

/** A user with a webhook to a receiver that behaves so. */
async function subscribed(behaviour: Behaviour) {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.stop());
  receiver.behaviour = behaviour;
  const user_id = `user${++numbers}`;
  const given = {
    user_id,
    key_id: testId('key', 1),
    url: receiver.url,
    events: ['key.created' as const],
    description: '',
  };
  const { webhook_id } = (await ask(servers.bus, createWebhook, given)).webhook;
  const deliveries = async (): Promise<readonly StoredDelivery[]> =>
    (await ask(servers.bus, listDeliveries, { user_id, webhook_id, status: null, limit: 100, cursor: null }))
      .deliveries;
  return { receiver, user_id, deliveries };
}

/** Ends all leases, as if those of a killed process had run out. */
const endLeases = () => sql`update delivery set next_attempt_at = now() where lease is not null`.execute(db);

test('given a kill while a receiver has its request, and another one responds, then the first is sent the event again, with its id, and the other one only if nothing was recorded', async () => {
  const arrived = Promise.withResolvers<void>();
  const responded = Promise.withResolvers<void>();
  const waiting = await subscribed(() => arrived.resolve());
  const responsive = await subscribed((response) => void response.writeHead(204).end(() => responded.resolve()));
  await happen(waiting.user_id);
  await arrived.promise;
  await happen(responsive.user_id);
  await responded.promise;
  await service.kill();
  for (const { receiver } of [waiting, responsive]) receiver.behaviour = responding(204);
  await endLeases();
  await start();
  for (const { deliveries } of [waiting, responsive])
    expect(await waitUntil(async () => (await deliveries())[0]?.status === 'succeeded', WITHIN)).toBe(true);
  const [ids, others] = [waiting, responsive].map(({ receiver }) => receiver.received.map(({ id }) => id));
  expect(ids).toEqual([ids?.[0], ids?.[0]]);
  expect(await waiting.deliveries()).toMatchObject([{ attempts: [{ status: 204 }] }]);
  expect(new Set(others).size).toBe(1);
}, 60_000);

test('given kills at any moment while events happen, then each is scheduled once, and arrives', async () => {
  const { receiver, user_id, deliveries } = await subscribed(responding(204));
  for (let round = 0; round < 2; round++) {
    for (let event = 0; event < 10; event++) await happen(user_id);
    await service.kill();
    for (let event = 0; event < 5; event++) await happen(user_id);
    await endLeases();
    await start();
  }
  const done = async () => {
    await endLeases();
    const found = await deliveries();
    return found.length === 30 && found.every(({ status }) => status === 'succeeded');
  };
  expect(await waitUntil(done, { ...WITHIN, everyMs: 200 })).toBe(true);
  const sent = new Set(receiver.received.map(({ id }) => id));
  expect(new Set((await deliveries()).map(({ event_id }) => event_id))).toEqual(sent);
}, 120_000);

test('given Postgres and NATS away for a while, then what happened before and after arrives', async () => {
  const { receiver, user_id, deliveries } = await subscribed(responding(204));
  await happen(user_id);
  await servers.postgres.kill();
  await happen(user_id);
  await servers.postgres.start();
  await servers.nats.kill();
  await servers.nats.restart();
  await happen(user_id);
  const done = async () => {
    await endLeases().catch(() => undefined);
    const found = await deliveries().catch(() => []);
    return found.length === 3 && found.every(({ status }) => status === 'succeeded');
  };
  expect(await waitUntil(done, { ...WITHIN, everyMs: 200 })).toBe(true);
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(3);
}, 120_000);
