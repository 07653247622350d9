import { setTimeout as sleep } from 'node:timers/promises';
import { EVENTS_STREAM, logConsumers } from '@styling/contracts';
import { silentLogger } from '@styling/telemetry';
import { anImageCreated, type RestartableNats, startRestartableNats } from '@styling/testing';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Bus } from './connect.ts';
import { type ConsumeOptions, consumeEvents } from './consume.ts';
import { publish } from './publish.ts';
import { createStreams } from './streams.ts';

const LIMIT = { timeout: 30_000, interval: 50 };
/** From it follows how often the server sends heartbeats, without which a request counts as lost. */
const ackWaitMs = 1_000;
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

/** Publishes an event of this test's user. Returns its id. */
async function say(): Promise<string> {
  const event = anImageCreated(++number, { user_id: user });
  await publish(bus, event, { timeoutMs: 30_000 });
  return event.id;
}

/** A consumption of this test's events, which tells their ids and what is logged as a warning. */
async function consume(options: Partial<ConsumeOptions> = {}, on = bus) {
  const seen: string[] = [];
  const warn = vi.fn();
  const consumption = await consumeEvents(on, {
    durable: user,
    filter: `styling.image.*.${user}.*`,
    concurrency: 3,
    ackWaitMs,
    log: { ...silentLogger(), warn } as never,
    handle: async ({ id }) => void seen.push(id),
    ...options,
  });
  return { seen, warn, stop: consumption.stop };
}

it('given its consumer is deleted, then it is created again, with a warning, and begins where it is said to', async () => {
  const old = await say();
  await sleep(20);
  const begin = new Date();
  const { seen, warn, stop } = await consume({ startAt: () => begin });
  const recent = await say();
  await vi.waitFor(() => expect(seen).toEqual([recent]), LIMIT);
  await bus.jsm.consumers.delete(EVENTS_STREAM, user);
  const next = await say();
  await vi.waitFor(() => expect(seen).toEqual([recent, recent, next]), LIMIT);
  expect(seen).not.toContain(old);
  expect(warn).toHaveBeenCalledWith({ durable: user }, 'consumer was missing; recreated it');
  await stop();
});

it('given a consumer from another moment on, when another replica starts, then it is left as it is', async () => {
  const first = await say();
  const early = await consume({ startAt: () => new Date(0) });
  const late = await consume({ startAt: () => new Date() });
  await vi.waitFor(() => expect([...early.seen, ...late.seen]).toEqual([first]), LIMIT);
  const { config } = await bus.jsm.consumers.info(EVENTS_STREAM, user);
  expect(Date.parse(config.opt_start_time ?? '')).toBe(0);
  await Promise.all([early.stop(), late.stop()]);
});

it('given a server that lost everything and is provisioned again, then it goes on', async () => {
  const { seen, stop } = await consume();
  await nats.restartEmpty();
  await bus.connected(AbortSignal.timeout(20_000));
  await vi.waitFor(() => createStreams(bus, { replicas: 1 }), LIMIT);
  const id = await say();
  await vi.waitFor(() => expect(seen).toEqual([id]), LIMIT);
  await stop();
});

it('given the users of production, then each may create its own consumer again', async () => {
  const guarded = await startRestartableNats({ users: true });
  try {
    const [worker, provision] = [await guarded.connectAs('style'), await guarded.connectAs('provision')];
    const consumption = await consumeEvents(worker, {
      ...logConsumers.work('style'),
      ackWaitMs,
      startAt: () => new Date(Date.now() - 60_000),
      log: silentLogger(),
      handle: async () => {},
    });
    await guarded.restartEmpty();
    await provision.connected(AbortSignal.timeout(20_000));
    await vi.waitFor(() => createStreams(provision, { replicas: 1 }), LIMIT);
    const found = () => worker.jsm.consumers.info(EVENTS_STREAM, 'style');
    expect(await vi.waitFor(found, LIMIT)).toMatchObject({ name: 'style' });
    await consumption.stop();
  } finally {
    await guarded.stop();
  }
});
