import { silentLogger } from '@styling/telemetry';
import { startBusAndStore } from '@styling/testing';
import { expect, it, onTestFinished } from 'vitest';
import { serveCapability } from './serve.ts';

it('given no log, or no store, then that is what a worker misses', async () => {
  const servers = await startBusAndStore();
  onTestFinished(() => servers.stop());
  const { store, nats } = servers;
  const bus = await nats.connect('worker', { apiTimeoutMs: 500 });
  const deps = { bus, store, clock: () => new Date(), log: silentLogger() };
  const service = await serveCapability(deps, 'tryon', 1, () => Promise.reject(new Error('no work')));
  onTestFinished(() => service.stop());
  const missing = async () => {
    const names = Object.keys(service.needs);
    const answers = await Promise.allSettled(Object.values(service.needs).map((ask) => ask()));
    return names.filter((_, index) => answers[index]?.status === 'rejected');
  };
  expect(Object.keys(service.needs)).toEqual(['JetStream', 'object store']);
  expect(await missing()).toEqual([]);
  await nats.kill();
  expect(await missing()).toEqual(['JetStream']);
  await nats.restart();
  await expect.poll(missing).toEqual([]);
  await servers.stopStore();
  expect(await missing()).toEqual(['object store']);
});
