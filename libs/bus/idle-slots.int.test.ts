import { setTimeout as sleep } from 'node:timers/promises';
import { EVENTS_STREAM } from '@styling/contracts';
import { silentLogger } from '@styling/telemetry';
import { anImageCreated, type RestartableNats, startRestartableNats } from '@styling/testing';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Bus } from './connect.ts';
import { type ConsumeOptions, consumeEvents } from './consume.ts';
import { publish } from './publish.ts';

const LIMIT = { timeout: 20_000, interval: 20 };
let nats: RestartableNats;
let bus: Bus;
let number = 0;
let user: string;
beforeAll(async () => {
  nats = await startRestartableNats();
  bus = await nats.connect();
});
beforeEach(() => {
  user = `user${++number}`;
});
afterAll(() => nats.stop());

async function say(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await publish(bus, anImageCreated(++number, { user_id: user }));
}

const warn = vi.fn();
const consume = (options: Partial<ConsumeOptions>, on = bus) =>
  consumeEvents(on, {
    durable: user,
    filter: `styling.image.*.${user}.*`,
    log: { ...silentLogger(), warn } as never,
    handle: async () => {},
    ...options,
  });

/** A worker whose handlers run until they are released. */
async function worker(concurrency: number) {
  const release = Promise.withResolvers<void>();
  const seen: number[] = [];
  const handle: ConsumeOptions['handle'] = async (_, { seq }) => {
    seen.push(seq);
    await release.promise;
  };
  const consumption = await consume({ concurrency, handle }, await nats.connect());
  return {
    seen,
    async stop() {
      release.resolve();
      await consumption.stop();
    },
  };
}

it('given 640 idle slots in 40 processes, then no request is refused, and every event is handled', async () => {
  const connections = await Promise.all(Array.from({ length: 4 }, () => nats.connect()));
  let handled = 0;
  const consumptions = [];
  for (let i = 0; i < 40; i++) {
    consumptions.push(
      await consume({ concurrency: 16, ackWaitMs: 2_000, handle: async () => void handled++ }, connections[i % 4]),
    );
  }
  // Longer than a request stays open: all are renewed.
  await sleep(1_800);
  const { num_waiting, config } = await bus.jsm.consumers.info(EVENTS_STREAM, user);
  expect(num_waiting).toBeLessThanOrEqual(40);
  expect(config).toMatchObject({ max_waiting: 2_048, max_ack_pending: 10_000 });
  await say(100);
  await vi.waitFor(() => expect(handled).toBe(100), LIMIT);
  await Promise.all(consumptions.map((consumption) => consumption.stop()));
  expect(warn.mock.calls).toEqual([]);
});

it('given a worker with one slot left and an idle one, then all events are worked on at once', async () => {
  const busy = await worker(4);
  await say(3);
  await vi.waitFor(() => expect(busy.seen).toHaveLength(3), LIMIT);
  const idle = await worker(4);
  await say(5);
  await vi.waitFor(() => expect([busy.seen.length, idle.seen.length]).toEqual([4, 4]), LIMIT);
  await Promise.all([busy.stop(), idle.stop()]);
});
