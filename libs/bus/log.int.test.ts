import { EVENTS_STREAM, READS_STREAM, type StylingEvent, subjects } from '@styling/contracts';
import { silentLogger } from '@styling/telemetry';
import { anImageCreated, aReadAnswered, startRestartableNats } from '@styling/testing';
import { afterAll, expect, it, vi } from 'vitest';
import { endOfLog, isRecognised, LOG_START, recogniseLog, UnrecognisedLogError } from './log.ts';
import { publish } from './publish.ts';
import { readLog } from './read-log.ts';

const LIMIT = { timeout: 30_000, interval: 20 };
const FILTER = subjects.allImages;
const first = [1, 2, 3, 4, 5].map((number) => anImageCreated(number));
const others = (count: number) => Array.from({ length: count }, (_, index) => anImageCreated(100 + index));

/** A server whose log has these events; it ends with the file. */
async function serverWith(events: readonly StylingEvent[]) {
  const nats = await startRestartableNats();
  servers.push(nats);
  const bus = await nats.connect();
  for (const event of events) await publish(bus, event);
  return { nats, bus };
}
const servers: Awaited<ReturnType<typeof startRestartableNats>>[] = [];
afterAll(() => Promise.all(servers.map((server) => server.stop())));

/** A reader that has read the first five events, whose server is then restarted with another log. */
async function readThenReplace(events: readonly StylingEvent[]) {
  const { nats, bus } = await serverWith(first);
  const seqs: number[] = [];
  const reader = readLog(bus, { name: 'reader', filter: FILTER, after: 0, log: silentLogger() });
  const reading = (async () => {
    for await (const batch of reader) seqs.push(...batch.map(({ seq }) => seq));
  })();
  reading.catch(() => {});
  await vi.waitFor(() => expect(seqs).toHaveLength(5), LIMIT);
  const other = await serverWith(events);
  await other.nats.kill();
  await nats.kill();
  await nats.restart({ dataDir: other.nats.dataDir });
  return { seqs, reading, reader };
}

it.each([
  ['is shorter', first.slice(0, 3)],
  ['lost its end and went on', [...first.slice(0, 4), ...others(3)]],
])('given a log that is replaced under a reader by one that %s, then reading ends with that', async (_, events) => {
  const { reading, seqs } = await readThenReplace(events);
  await expect(reading).rejects.toThrow(UnrecognisedLogError);
  expect(seqs).toEqual([1, 2, 3, 4, 5]);
});

it('given a log that is replaced under a reader by a copy that went on, then it goes on with that', async () => {
  const { reader, reading, seqs } = await readThenReplace([...first, ...others(2)]);
  await vi.waitFor(() => expect(seqs).toEqual([1, 2, 3, 4, 5, 6, 7]), LIMIT);
  await reader.close();
  await reading;
});

it('given a position, then it is recognised by its id, where it has one', async () => {
  const { bus } = await serverWith(first.slice(0, 2));
  await bus.js.publish('styling.image.created.alice.00', 'nonsense');
  expect(await endOfLog(bus, EVENTS_STREAM)).toEqual({ seq: 3, id: null });
  expect(await endOfLog(bus, READS_STREAM)).toEqual(LOG_START);
  const id = first[1]?.id ?? '';
  expect(await isRecognised(bus, FILTER, LOG_START)).toBe(true);
  expect(await isRecognised(bus, FILTER, { seq: 2, id })).toBe(true);
  expect(await isRecognised(bus, FILTER, { seq: 2, id: null })).toBe(true);
  expect(await isRecognised(bus, FILTER, { seq: 3, id: null })).toBe(true);
  expect(await isRecognised(bus, FILTER, { seq: 3, id })).toBe(false);
  await expect(recogniseLog(bus, FILTER, { seq: 1, id })).rejects.toThrow('EVENTS has another message at 1');
  await expect(recogniseLog(bus, FILTER, { seq: 4, id: null })).rejects.toThrow('EVENTS ends at 3, before 4');
});

it('given a message that arrives a moment later, as from a leader that was frozen, then the log is recognised', async () => {
  const { bus } = await serverWith(first.slice(0, 2));
  const [, , late] = first;
  if (!late) throw new Error('no third event');
  const recognising = isRecognised(bus, FILTER, { seq: 3, id: late.id });
  // Behind the request for it.
  await bus.jsm.streams.getMessage(EVENTS_STREAM, { seq: 3 });
  await publish(bus, late);
  expect(await recognising).toBe(true);
});

it('given a user whose reads fill the share of a partition, then the position may be dropped before older ones of others', async () => {
  const { bus } = await serverWith([]);
  await bus.jsm.streams.update(READS_STREAM, { max_msgs_per_subject: 1 });
  for (const [number, user_id] of ['alice', 'bob', 'bob'].entries()) {
    await publish(bus, aReadAnswered(number, { user_id }));
  }
  expect((await bus.jsm.streams.info(READS_STREAM)).state).toMatchObject({ first_seq: 1, last_seq: 3, num_deleted: 1 });
  expect(await isRecognised(bus, subjects.allReads, { seq: 2, id: 'dropped' })).toBe(true);
});

it('given a position that READS has dropped since, then it is recognised; in EVENTS nothing is ever dropped', async () => {
  const { bus } = await serverWith([]);
  for (const number of [1, 2, 3]) await publish(bus, aReadAnswered(number));
  await bus.jsm.streams.purge(READS_STREAM, { seq: 3 });
  expect(await isRecognised(bus, subjects.allReads, { seq: 2, id: 'dropped' })).toBe(true);
  expect(await isRecognised(bus, subjects.allReads, { seq: 3, id: 'other' })).toBe(false);
  expect(await isRecognised(bus, subjects.allReads, { seq: 4, id: 'other' })).toBe(false);
  await bus.jsm.streams.delete(EVENTS_STREAM);
  await bus.jsm.streams.add({ name: EVENTS_STREAM, subjects: [FILTER] });
  for (const event of first) await publish(bus, event);
  await bus.jsm.streams.purge(EVENTS_STREAM, { seq: 3 });
  await expect(recogniseLog(bus, FILTER, { seq: 2, id: 'x' })).rejects.toThrow('EVENTS lacks the message at 2');
});
