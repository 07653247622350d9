import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { connectObjectStore } from '@styling/objectstore';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { startTestGateways, type TestGateways } from './gateway.fixture.ts';
import { createKey } from './keys/key-administration.ts';
import { startGateway } from './service.ts';

// A client does not wait for what is away. The bounds are generous: each is far below how long it would be otherwise.

let gateways: TestGateways;
beforeAll(async () => {
  gateways = await startTestGateways({ dailyLimit: 5, clock: () => new Date() });
});
afterAll(() => gateways.stop());

const tryOn = (at: { port: number }, key: string, withinMs: number) =>
  gateways.tryOn(key, { at, signal: AbortSignal.timeout(withinMs) });

/** A store that accepts connections, takes everything, and never answers. */
async function hangingStore() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => void sockets.add(socket.resume().on('error', () => {})));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const S3_ENDPOINT = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const store = connectObjectStore({ S3_ENDPOINT, S3_BUCKET: 'test', AWS_REGION: 'us-east-1', silenceMs: 300 });
  onTestFinished(() => {
    store.close();
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return store;
}

it('given a store that hangs, then a request gets a 503, and the slot is free', async () => {
  const { key } = await createKey(gateways.deps, 'alice', 'test');
  const gateway = await startGateway({ ...gateways.deps, name: 'hanging', store: await hangingStore() }, 0);
  onTestFinished(() => gateway.stop());
  const response = await tryOn(gateway, key, 10_000);
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('5');
  expect((await tryOn(gateways.gateway, key, 20_000)).status).toBe(200);
});

it('given no log, then requests and reads get a 503, and it is what the gateway misses, until it is back', async () => {
  const [{ key }, { key: readerKey }] = [
    await createKey(gateways.deps, 'bob', 'test'),
    await createKey(gateways.deps, 'carol', 'test'),
  ];
  const { JetStream, Postgres } = gateways.gateway.needs ?? {};
  await gateways.servers.nats.kill();
  const read = gateways.ask(readerKey, '/images', { signal: AbortSignal.timeout(5_000) });
  const missed = Promise.allSettled([JetStream?.(), Postgres?.()]);
  const statuses = (await Promise.all([tryOn(gateways.gateway, key, 8_000), read])).map(({ status }) => status);
  expect(statuses).toEqual([503, 503]);
  expect((await missed).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  await gateways.servers.nats.restart();
  await expect.poll(() => JetStream?.().then(() => 'answers', String)).toBe('answers');
});
