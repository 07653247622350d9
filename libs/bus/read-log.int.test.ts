import { setTimeout as sleep } from 'node:timers/promises';
import { DEAD_LETTERS_STREAM, EVENTS_STREAM, subjects } from '@styling/contracts';
import { silentLogger } from '@styling/telemetry';
import { anImageCreated, type RestartableNats, startRestartableNats } from '@styling/testing';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Bus } from './connect.ts';
import { UnrecognisedLogError } from './log.ts';
import { publish } from './publish.ts';
import type { LogEntry } from './read-log.ts';
import { type ReadLogOptions, readLog, readToHead } from './read-log.ts';

const LIMIT = { timeout: 30_000, interval: 20 };
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

/** Publishes `count` events of this test's user, eight at a time. @returns their sequences, ascending */
async function say(count: number): Promise<number[]> {
  const seqs: number[] = [];
  let left = count;
  const publisher = async () => {
    while (left-- > 0) {
      seqs.push((await publish(bus, anImageCreated(++number, { user_id: user }), { timeoutMs: 30_000 })).seq);
    }
  };
  await Promise.all(Array.from({ length: 8 }, publisher));
  return seqs.sort((a, b) => a - b);
}

/** Reads this test's events into a list, until closed. */
function read(options: Partial<ReadLogOptions> = {}, on: Bus = bus) {
  const reader = readLog(on, {
    name: user,
    filter: `styling.image.*.${user}.*`,
    after: 0,
    log: silentLogger(),
    ...options,
  });
  const batches: LogEntry[][] = [];
  const reading = (async () => {
    for await (const batch of reader) batches.push(batch);
  })();
  return {
    batches,
    seqs: () => batches.flat().map(({ seq }) => seq),
    reading,
    async close() {
      await reader.close();
      await reading;
    },
  };
}

const readers = async () => {
  const names: string[] = [];
  for await (const { name } of bus.jsm.consumers.list(EVENTS_STREAM)) if (name.startsWith(`${user}-`)) names.push(name);
  return names;
};

it('given a log, then it is read in order, in batches of the size at most, and followed', async () => {
  const seqs = await say(25);
  const log = read({ maxBatch: 10 });
  await vi.waitFor(() => expect(log.seqs()).toEqual(seqs), LIMIT);
  expect(Math.max(...log.batches.map((batch) => batch.length))).toBeLessThanOrEqual(10);
  expect(log.batches.every((batch) => batch.length > 0)).toBe(true);
  expect(log.batches[0]?.[0]?.event?.type).toBe('image.created');
  const [lone] = await say(1);
  await vi.waitFor(() => expect(log.seqs().at(-1)).toBe(lone), LIMIT);
  expect(log.batches.at(-1)).toHaveLength(1);
  await log.close();
});

it('given a position, then reading begins behind it', async () => {
  const seqs = await say(10);
  const log = read({ after: seqs[5] ?? 0 });
  await vi.waitFor(() => expect(log.seqs()).toEqual(seqs.slice(6)), LIMIT);
  await log.close();
});

it('given the server is killed while publishers are at work, then every event is read exactly once, in order', async () => {
  const other = await nats.connect();
  const logs = [read({ maxBatch: 20 }), read({}, other), read({ maxBatch: 20, onDemand: true })];
  const said = say(300);
  for (const after of [50, 150]) {
    await vi.waitFor(() => expect(logs[0]?.seqs().length).toBeGreaterThan(after), LIMIT);
    await nats.kill();
    await nats.restart();
  }
  const seqs = await said;
  expect(new Set(seqs).size).toBe(300);
  for (const log of logs) await vi.waitFor(() => expect(log.seqs()).toEqual(seqs), LIMIT);
  await Promise.all(logs.map((log) => log.close()));
  await other.close();
});

it('given its consumer is deleted under it, then it goes on behind what it has read', async () => {
  const log = read();
  const before = await say(3);
  await vi.waitFor(() => expect(log.seqs()).toEqual(before), LIMIT);
  for (const name of await readers()) await bus.jsm.consumers.delete(EVENTS_STREAM, name);
  const after = await say(3);
  await vi.waitFor(() => expect(log.seqs()).toEqual([...before, ...after]), LIMIT);
  await log.close();
});

it.each([
  ['in the middle', 8],
  ['at the end', 2],
])('given a delivery that is lost %s, then that is noticed and it is read all the same', async (_, count) => {
  const log = read({ maxBatch: 1 });
  const before = await say(2);
  await vi.waitFor(() => expect(log.seqs()).toEqual(before), LIMIT);
  const [name = ''] = await readers();
  // Another reader of the same consumer is in turn after ours, and so takes the second event away.
  const thief = await bus.js.consumers.get(EVENTS_STREAM, name);
  const stealing = thief.next({ expires: 5_000 });
  await bus.nc.flush();
  const after = await say(count);
  expect((await stealing)?.seq).toBe(after[1]);
  await vi.waitFor(() => expect(log.seqs()).toEqual([...before, ...after]), LIMIT);
  await log.close();
});

it('given a message that is no event, then it is given out as null, and copied to the dead letters if so wished', async () => {
  const [before] = await say(1);
  const { seq } = await bus.js.publish(`styling.image.created.${user}.00`, 'nonsense');
  const [after] = await say(1);
  for (const deadLetters of [false, true]) {
    const log = read({ deadLetters });
    await vi.waitFor(() => expect(log.seqs()).toEqual([before, seq, after]), LIMIT);
    expect(log.batches.flat()[1]).toMatchObject({ seq, event: null });
    expect(log.batches.flat()[0]?.id).toBe(log.batches.flat()[0]?.event?.id);
    await log.close();
    const letters = await bus.jsm.streams.info(DEAD_LETTERS_STREAM, { subjects_filter: subjects.deadLettersOf(user) });
    expect(letters.state.subjects ?? {}).toEqual(
      deadLetters ? { [subjects.deadLetter(user, EVENTS_STREAM, seq)]: 1 } : {},
    );
  }
});

it('given a position behind the end of the log, then it says so instead of waiting', async () => {
  const log = read({ after: 1_000_000 });
  await expect(log.reading).rejects.toThrow(UnrecognisedLogError);
});

it('given a reader in any state, when it is closed, then its loop ends and its consumer goes', async () => {
  const unused = readLog(bus, { name: user, filter: `styling.image.*.${user}.*`, after: 0, log: silentLogger() });
  await unused.close();
  const idle = read();
  await vi.waitFor(async () => expect(await readers()).toHaveLength(1), LIMIT);
  await idle.close();
  await vi.waitFor(async () => expect(await readers()).toHaveLength(0), LIMIT);
  await say(1);
  const inside = readLog(bus, { name: user, filter: `styling.image.*.${user}.*`, after: 0, log: silentLogger() });
  for await (const _ of inside) await inside.close();
  await vi.waitFor(async () => expect(await readers()).toHaveLength(0), LIMIT);
});

it('given a moment, then it begins with what was stored since, anew when it has to be opened again', async () => {
  await say(3);
  await sleep(50);
  const moment = new Date();
  await sleep(50);
  const since = () => moment;
  const options = { name: user, filter: `styling.image.*.${user}.*`, after: 0, since, log: silentLogger() };
  expect(await Array.fromAsync(readToHead(bus, options))).toEqual([]);
  const log = read({ since });
  const first = await say(2);
  await vi.waitFor(() => expect(log.seqs()).toEqual(first), LIMIT);
  await nats.restart();
  const second = await say(2);
  await vi.waitFor(() => expect([...new Set(log.seqs())]).toEqual([...first, ...second]), LIMIT);
  expect(log.seqs().filter((seq) => seq === first[0]).length).toBeGreaterThan(1);
  await log.close();
  const seqs = (await Array.fromAsync(readToHead(bus, options))).map(({ seq }) => seq);
  expect(seqs).toEqual([...first, ...second]);
});
