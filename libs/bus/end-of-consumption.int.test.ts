import { setTimeout as sleep } from 'node:timers/promises';
import { silentLogger } from '@styling/telemetry';
import { type RestartableNats, startRestartableNats } from '@styling/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { consumeEvents } from './consume.ts';

let nats: RestartableNats;
beforeAll(async () => {
  nats = await startRestartableNats();
});
afterAll(() => nats.stop());

/** A consumption on a connection of its own, and the spy on its warnings. */
async function consume(durable: string) {
  const bus = await nats.connect();
  const log = silentLogger();
  const warn = vi.spyOn(log, 'warn');
  const filter = 'styling.image.*.nobody.*';
  const consumption = await consumeEvents(bus, { durable, filter, concurrency: 2, log, handle: async () => {} });
  return { bus, consumption, warn };
}

it('given the connection is closed for good, then it asks for nothing any more', async () => {
  const { bus, consumption, warn } = await consume('closed');
  await bus.close();
  await sleep(1_000);
  // At most what was asked for when the connection was closed.
  expect(warn.mock.calls.length).toBeLessThanOrEqual(2);
  await consumption.stop();
});

it('given no server for long, when it stops, then it does not wait for the server or its next try', async () => {
  const { bus, consumption, warn } = await consume('alone');
  await nats.kill();
  await vi.waitFor(() => expect(warn).toHaveBeenCalled(), 10_000);
  let isStopped = false;
  const stopping = consumption.stop({ graceMs: 120_000 }).then(() => {
    isStopped = true;
  });
  await vi.waitFor(() => expect(isStopped).toBe(true), 10_000);
  await nats.restart();
  await stopping;
  await bus.close();
});
