import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DEAD_LETTERS_STREAM, EVENTS_STREAM, partitionOf, type StylingEvent, subjects } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { silentLogger, startTelemetry } from '@styling/telemetry';
import { anImageCreated, type RestartableNats, startRestartableNats } from '@styling/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Bus } from './connect.ts';
import { type ConsumeOptions, type Consumption, consumeEvents, type HandleContext } from './consume.ts';
import {
  type DeadLetter,
  deadLetter,
  dropDeadLetter,
  findDeadLetter,
  listDeadLetters,
  observeDeadLetters,
  replayDeadLetter,
} from './dead-letters.ts';
import { publish } from './publish.ts';

const LIMIT = { timeout: 20_000, interval: 20 };
let nats: RestartableNats;
let bus: Bus;
let number = 0;
let user: string;
let consumptions: Consumption[] = [];
let child: ChildProcess | undefined;
beforeAll(async () => {
  nats = await startRestartableNats();
  bus = await nats.connect();
});
beforeEach(() => {
  user = `user${++number}`;
});
afterEach(async () => {
  await Promise.all(consumptions.map((one) => one.stop()));
  consumptions = [];
  child?.kill('SIGKILL');
});
afterAll(() => nats.stop());

async function say(): Promise<StylingEvent> {
  const event = anImageCreated(++number, { user_id: user });
  await publish(bus, event);
  return event;
}
async function consume(handle: ConsumeOptions['handle'], options: Partial<ConsumeOptions> = {}) {
  const filter = `styling.image.*.${user}.*`;
  const log = silentLogger();
  const one = await consumeEvents(bus, {
    durable: user,
    filter,
    backoffMs: [10],
    maxDeliver: 1,
    log,
    handle,
    ...options,
  });
  consumptions.push(one);
  return one;
}
const letters = async (): Promise<DeadLetter[]> => {
  const found: DeadLetter[] = [];
  for await (const letter of listDeadLetters(bus)) if (letter.consumer === user) found.push(letter);
  return found;
};
const arrived = (count: number) => vi.waitFor(async () => expect(await letters()).toHaveLength(count), LIMIT);
const theLetter = async (): Promise<DeadLetter> => {
  await arrived(1);
  return (await letters())[0] as DeadLetter;
};
const logLength = async () => (await bus.jsm.streams.info(EVENTS_STREAM)).state.messages;

it('given a handler that is mended, when its dead letter is replayed, then it is handled once, where it was in the log', async () => {
  const effects = new Set<string>();
  const seen: HandleContext[] = [];
  let broken = true;
  await consume(
    async (event, context) => {
      seen.push(context);
      if (broken) throw new ServiceError('internal');
      effects.add(event.id);
    },
    { maxDeliver: 2 },
  );
  const event = await say();
  const letter = await theLetter();
  expect(letter).toMatchObject({ consumer: user, error: 'internal', deliveries: 2, event });
  expect(letter.origin).toEqual({
    stream: EVENTS_STREAM,
    seq: seen[0]?.seq,
    subject: `styling.image.created.${user}.${partitionOf(user)}`,
  });
  expect(await findDeadLetter(bus, letter.seq)).toEqual(letter);

  const before = await logLength();
  expect(await replayDeadLetter(bus, letter.seq, 5_000)).toEqual({ error: 'internal' });
  broken = false;
  expect(await replayDeadLetter(bus, letter.seq, 5_000)).toEqual({ handled: true });
  expect(effects).toEqual(new Set([event.id]));
  expect(seen.map(({ deliveries, lastAttempt }) => [deliveries, lastAttempt])).toEqual([
    [1, false],
    [2, true],
    [3, false],
    [3, false],
  ]);
  expect(new Set(seen.map(({ seq }) => seq)).size).toBe(1);
  // Neither is anything added to the log, nor is there another letter of the failed replay.
  expect(await logLength()).toBe(before);
  await arrived(1);
  expect(await dropDeadLetter(bus, letter.seq)).toBe(true);
  expect(await letters()).toEqual([]);
});

it('given two replicas, when a letter is replayed, then one of them handles it', async () => {
  let [failing, calls] = [true, 0];
  const handle = async () => {
    calls++;
    if (failing) throw new TypeError('x');
  };
  await consume(handle);
  await consume(handle);
  await say();
  const { seq } = await theLetter();
  [failing, calls] = [false, 0];
  expect(await replayDeadLetter(bus, seq, 5_000)).toEqual({ handled: true });
  expect(calls).toBe(1);
});

const letterOf = (seq: number) =>
  deadLetter(
    bus,
    user,
    { stream: EVENTS_STREAM, seq, subject: 's', deliveries: 1, data: Buffer.from('x'), headers: {} },
    'x',
  );

it('given an event that is given up again after the server has forgotten the first time, then it has one letter', async () => {
  const { config } = await bus.jsm.streams.info(DEAD_LETTERS_STREAM);
  const forgetsAfter = (ms: number) => bus.jsm.streams.update(DEAD_LETTERS_STREAM, { duplicate_window: ms * 1e6 });
  await forgetsAfter(100);
  await letterOf(1);
  await sleep(300);
  await letterOf(1);
  await forgetsAfter(config.duplicate_window / 1e6);
  expect(await letters()).toHaveLength(1);
});

it('given letters, some of them dropped, then the rest are listed in order and reported while there is a server', async () => {
  const telemetry = await startTelemetry('test', false);
  const own = await nats.connect('test', { apiTimeoutMs: 500 });
  const end = observeDeadLetters(own);
  const kept = async () => Number(/^styling_dead_letters_kept (\d+)$/m.exec(await telemetry.metricsText())?.[1]);
  const stored = async () => (await bus.jsm.streams.info(DEAD_LETTERS_STREAM)).state.messages;
  for (const seq of [1, 2, 3, 4]) await letterOf(seq);
  const [, second, third] = await letters();
  for (const letter of [second, third]) await dropDeadLetter(bus, letter?.seq ?? 0);
  expect((await letters()).map(({ origin }) => origin.seq)).toEqual([1, 4]);
  expect(await kept()).toBe(await stored());
  await nats.kill();
  await vi.waitFor(async () => expect(await kept()).toBeNaN(), LIMIT);
  await nats.restart();
  await bus.connected(AbortSignal.timeout(20_000));
  await vi.waitFor(async () => expect(await kept()).toBe(await stored()), LIMIT);
  end();
  await own.close();
  await telemetry.stop();
});

it('given what follows from giving up cannot be said, then the event comes again, and has one letter in the end', async () => {
  const told: string[] = [];
  await consume(
    async () => {
      throw new TypeError('x');
    },
    {
      backoffMs: [1],
      onGivenUp: async (event) => {
        told.push(event.id);
        expect(await letters()).toEqual([]);
        if (told.length === 1) throw new Error('away');
      },
    },
  );
  const { id } = await say();
  await arrived(1);
  expect(told).toEqual([id, id]);
});

it('given an event that kills each process that handles it, then it is a dead letter in the end, and the next is handled', async () => {
  const [poison, next] = [await say(), await say()];
  const script = fileURLToPath(new URL('./crashing-consumer.fixture.ts', import.meta.url));
  const said: string[] = [];
  const signals: (string | null)[] = [];
  const start = () => {
    const started = spawn(process.execPath, [script, nats.url, user, subjects.imagesOf(user), poison.id], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child = started;
    started.stdout.on('data', (chunk: Buffer) => said.push(...chunk.toString().trim().split('\n')));
    return once(started, 'exit');
  };
  // Starts it again whenever it dies, like a supervisor.
  for (let starts = 0; starts < 2; starts++) signals.push((await start())[1]);
  const last = start();
  const letter = await theLetter();
  expect(letter).toMatchObject({ error: 'exhausted', deliveries: 3, event: poison });
  await vi.waitFor(() => expect(said).toContain(next.id), LIMIT);
  expect(signals).toEqual(Array(2).fill('SIGKILL'));
  expect(said.filter((id) => id === poison.id)).toHaveLength(2);
  expect(said).toContain(`given up ${poison.id}`);
  child?.kill('SIGTERM');
  await last;
});
