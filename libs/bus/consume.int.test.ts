import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DEAD_LETTERS_STREAM, EVENTS_STREAM, type StylingEvent, subjects } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { silentLogger, startTelemetry } from '@styling/telemetry';
import { anImageCreated, type RestartableNats, startRestartableNats } from '@styling/testing';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Bus } from './connect.ts';
import { type ConsumeOptions, consumeEvents, type HandleContext } from './consume.ts';
import { deadLetterHeaders } from './dead-letters.ts';
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

/** Publishes `count` events of this test's user. */
async function say(count: number): Promise<StylingEvent[]> {
  const events = Array.from({ length: count }, () => anImageCreated(++number, { user_id: user }));
  for (const event of events) await publish(bus, event, { timeoutMs: 30_000 });
  return events;
}

/** Consumes this test's events and keeps what its handler was given. */
async function consume(handle: ConsumeOptions['handle'], options: Partial<ConsumeOptions> = {}, on: Bus = bus) {
  const seen: { event: StylingEvent; context: HandleContext }[] = [];
  const consumption = await consumeEvents(on, {
    durable: user,
    filter: `styling.image.*.${user}.*`,
    backoffMs: [10],
    log: silentLogger(),
    ...options,
    async handle(event, context) {
      seen.push({ event, context });
      await handle(event, context);
    },
  });
  return { seen, consumption };
}

const consumerInfo = () => bus.jsm.consumers.info(EVENTS_STREAM, user);
/** Waits until every event of the consumer is settled for good. */
const settled = () =>
  vi.waitFor(async () => {
    const { num_pending, num_ack_pending, ack_floor, delivered } = await consumerInfo();
    expect({ num_pending, num_ack_pending }).toEqual({ num_pending: 0, num_ack_pending: 0 });
    expect(ack_floor.stream_seq).toBe(delivered.stream_seq);
  }, LIMIT);
const deadLetters = async () => {
  const { state } = await bus.jsm.streams.info(DEAD_LETTERS_STREAM, { subjects_filter: subjects.deadLettersOf(user) });
  return Object.values(state.subjects ?? {}).reduce((sum, letters) => sum + letters, 0);
};
const lastDeadLetter = async () => {
  const message = await bus.jsm.streams.getMessage(DEAD_LETTERS_STREAM, { last_by_subj: subjects.deadLettersOf(user) });
  const headers = message?.header;
  return {
    data: message?.string(),
    header: (name: keyof typeof deadLetterHeaders) => headers?.get(deadLetterHeaders[name]),
  };
};

it('given a handler that returns, then each event is handled once, and a second run finds nothing', async () => {
  const events = await say(5);
  const first = await consume(async () => {});
  await settled();
  await first.consumption.stop();
  expect(first.seen.map(({ event }) => event)).toEqual(events);
  expect(first.seen[0]?.context).toMatchObject({ deliveries: 1, lastAttempt: false });
  const second = await consume(async () => {}, { ackWaitMs: 20_000 });
  expect((await consumerInfo()).config.ack_wait).toBe(20_000 * 1e6);
  await sleep(100);
  await second.consumption.stop();
  expect(second.seen).toEqual([]);
});

it('given a handler that throws at first, then the event comes again until it is handled', async () => {
  await say(1);
  const { seen, consumption } = await consume(async (_, { deliveries }) => {
    if (deliveries < 3) throw new Error('not yet');
  });
  await settled();
  await consumption.stop();
  expect(seen.map(({ context }) => context.deliveries)).toEqual([1, 2, 3]);
  expect(await deadLetters()).toBe(0);
});

it('given every attempt fails, then the event goes to the dead letters once, and the next is handled', async () => {
  const [failing, next] = await say(2);
  const { seen, consumption } = await consume(
    async (event) => {
      if (event.id === failing?.id) throw new ServiceError('unavailable');
    },
    { maxDeliver: 3 },
  );
  await settled();
  await consumption.stop();
  const attempts = seen.filter(({ event }) => event.id === failing?.id).map(({ context }) => context.lastAttempt);
  expect(attempts).toEqual([false, false, true]);
  expect(seen.some(({ event }) => event.id === next?.id)).toBe(true);
  expect(await deadLetters()).toBe(1);
  const letter = await lastDeadLetter();
  expect(JSON.parse(letter.data ?? '')).toEqual(failing);
  expect(letter.header('error')).toBe('unavailable');
  expect(letter.header('deliveries')).toBe('3');
  expect(letter.header('consumer')).toBe(user);
  expect(letter.header('stream')).toBe(EVENTS_STREAM);
  expect(letter.header('seq')).toBe(String(seen[0]?.context.seq));
});

it('given a consumer, then metrics tell its lag, its dead letters from none on, and how long it takes', async () => {
  const telemetry = await startTelemetry('test', false);
  const told = async (metric: string) =>
    (await telemetry.metricsText()).split('\n').find((line) => line.startsWith(metric) && line.includes(user)) ?? '';
  const gate = Promise.withResolvers<void>();
  const { consumption } = await consume(
    async () => {
      await gate.promise;
      throw new TypeError('a secret');
    },
    { maxDeliver: 1 },
  );
  expect(await told('styling_dead_letters_total')).toMatch(/ 0$/);
  await say(3);
  await vi.waitFor(async () => expect(await told('styling_consumer_pending')).toMatch(/ 2$/), LIMIT);
  expect(await told('styling_consumer_unacknowledged')).toMatch(/ 1$/);
  gate.resolve();
  await settled();
  expect(await told('styling_consumer_pending')).toMatch(/ 0$/);
  expect(await told('styling_dead_letters_total')).toMatch(/ 3$/);
  expect(await told('messaging_process_duration_seconds_count')).toMatch(/error_type="TypeError"} 3$/);
  await consumption.stop();
  await telemetry.stop();
});

it('given an event that was delivered again and again without an answer, then it is a dead letter unhandled', async () => {
  await (await consume(async () => {})).consumption.stop();
  await say(1);
  const takers = await bus.js.consumers.get(EVENTS_STREAM, user);
  for (let delivery = 0; delivery < 4; delivery++) (await takers.next({ expires: 5_000 }))?.nak();
  const { seen, consumption } = await consume(async () => {}, { maxDeliver: 2 });
  await settled();
  await consumption.stop();
  expect(seen).toEqual([]);
  expect((await lastDeadLetter()).header('error')).toBe('exhausted');
});

it('given a consumer of another kind under its name, then it says what cannot be changed', async () => {
  await bus.jsm.consumers.add(EVENTS_STREAM, { durable_name: user, ack_policy: 'none' });
  await expect(consume(async () => {})).rejects.toThrow(/ack_policy is "none", not "explicit"/);
});

it('given the dead letters cannot be reached, then the event stays until they can', async () => {
  await say(1);
  const { config } = await bus.jsm.streams.info(DEAD_LETTERS_STREAM);
  await bus.jsm.streams.update(DEAD_LETTERS_STREAM, { subjects: ['elsewhere'] });
  const { seen, consumption } = await consume(
    async () => {
      throw new TypeError('x');
    },
    { ackWaitMs: 1_500, maxDeliver: 1 },
  );
  await vi.waitFor(() => expect(seen.length).toBeGreaterThan(0), LIMIT);
  await bus.jsm.streams.update(DEAD_LETTERS_STREAM, { subjects: config.subjects });
  await settled();
  await consumption.stop();
  expect(await deadLetters()).toBe(1);
});

it('given handlers that take three times as long as the acknowledgement time, then each event is delivered once', async () => {
  await say(2);
  const { seen, consumption } = await consume(() => sleep(1_800), { ackWaitMs: 600, concurrency: 2 });
  await settled();
  await consumption.stop();
  expect(seen.map(({ context }) => context.deliveries)).toEqual([1, 1]);
});

it('given handlers at work, when it stops, then they finish, no acknowledgement is lost and nothing more begins', async () => {
  await say(20);
  const own = await nats.connect();
  const { seen, consumption } = await consume(() => sleep(50), { concurrency: 4 }, own);
  await vi.waitFor(() => expect(seen.length).toBeGreaterThan(5), LIMIT);
  await consumption.stop();
  await own.close();
  const handled = seen.length;
  await sleep(100);
  expect(seen).toHaveLength(handled);
  const { num_ack_pending, num_pending } = await consumerInfo();
  // What was on its way when it stopped is given back, and counts as delivered until it is delivered again.
  expect(num_ack_pending + num_pending).toBe(20 - handled);
  const { seen: rest } = await consume(async () => {}, { concurrency: 4 });
  await settled();
  expect(rest).toHaveLength(20 - handled);
});

it('given a handler that takes longer than the grace, when it stops, then it is told, and another has the event at once', async () => {
  await say(1);
  const first = await consume(
    (_, { signal }) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  );
  await vi.waitFor(() => expect(first.seen).toHaveLength(1), LIMIT);
  await first.consumption.stop({ graceMs: 50 });
  const second = await consume(async () => {});
  await settled();
  await second.consumption.stop();
  expect(second.seen.map(({ context }) => context.deliveries)).toEqual([2]);
});

it('given a replica that is frozen with many requests open, then an event goes astray once at most', async () => {
  const script = fileURLToPath(new URL('./crashing-consumer.fixture.ts', import.meta.url));
  const frozen = spawn(process.execPath, [script, nats.url, user, `styling.image.*.${user}.*`, 'none', '8'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = once(frozen, 'exit');
  try {
    const heard = once(frozen.stdout, 'data');
    await say(1);
    await heard;
    await settled();
    frozen.kill('SIGSTOP');
    const { seen, consumption } = await consume(async () => {}, { ackWaitMs: 1_000 });
    const [event] = await say(1);
    await vi.waitFor(() => expect(seen.map(({ event }) => event.id)).toEqual([event?.id]), LIMIT);
    expect(seen[0]?.context.deliveries).toBeLessThanOrEqual(2);
    await consumption.stop();
  } finally {
    frozen.kill('SIGKILL');
    await gone;
  }
});
