import { EVENTS_STREAM } from '@styling/contracts';
import { startTelemetry, type Telemetry } from '@styling/telemetry';
import { anImageCreated, type RestartableNats, startRestartableNats } from '@styling/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Bus } from './connect.ts';
import { observeLag } from './consumer-lag.ts';
import { createDurableConsumer } from './durable-consumer.ts';
import { publish } from './publish.ts';

const LIMIT = { timeout: 30_000, interval: 50 };
const consumer = { durable: 'tryon', filter: 'styling.image.>', ackWaitMs: 30_000 };
let nats: RestartableNats;
let bus: Bus;
let telemetry: Telemetry;
let end: () => void;

beforeAll(async () => {
  [nats, telemetry] = await Promise.all([startRestartableNats(), startTelemetry('test', false)]);
  bus = await nats.connect('test', { apiTimeoutMs: 500 });
  await createDurableConsumer(bus, consumer);
  end = observeLag(bus, consumer.durable);
  await publish(bus, anImageCreated(1));
});
afterAll(async () => {
  end();
  await telemetry.stop();
  await nats.stop();
});

/** Lines of `GET /metrics` about the consumer. */
const reported = async () =>
  (await telemetry.metricsText()).split('\n').filter((line) => line.startsWith('styling_consumer_'));
const behind = [
  'styling_consumer_pending{messaging_consumer_group_name="tryon"} 1',
  'styling_consumer_unacknowledged{messaging_consumer_group_name="tryon"} 0',
];

it('given a server that is down, then the backlog is absent until it is back', async () => {
  expect(await reported()).toEqual(behind);
  await nats.kill();
  await vi.waitFor(async () => expect(await reported()).toEqual([]), LIMIT);
  await nats.restart();
  await vi.waitFor(async () => expect(await reported()).toEqual(behind), LIMIT);
});

it('given a consumer that was deleted, then the backlog is absent until there is one again', async () => {
  await bus.jsm.consumers.delete(EVENTS_STREAM, consumer.durable);
  expect(await reported()).toEqual([]);
  await createDurableConsumer(bus, consumer);
  expect(await reported()).toEqual(behind);
});
