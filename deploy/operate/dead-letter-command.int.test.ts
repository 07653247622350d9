import { type Bus, type Consumption, consumeEvents, publish } from '@styling/bus';
import { createEvent, EVENTS_STREAM, requestAccepted, type StylingEvent, subjects } from '@styling/contracts';
import { createLogger, silentLogger } from '@styling/telemetry';
import {
  anImageCreated,
  aRequestCompleted,
  type RestartableNats,
  startRestartableNats,
  testId,
} from '@styling/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { runDeadLetterCommand } from './dead-letter-command.ts';

let nats: RestartableNats;
let bus: Bus;
let consumption: Consumption | undefined;
let fails: boolean;
let effects: string[];
const numbers = { last: 0 };
beforeAll(async () => {
  nats = await startRestartableNats();
  bus = await nats.connect();
});
beforeEach(() => {
  [fails, effects] = [true, []];
});
afterEach(async () => {
  await run('drop', '--all');
  await consumption?.stop();
});
afterAll(() => nats.stop());

const trail: { level: string; record: Record<string, unknown>; message: string }[] = [];
const note = (level: string) => (record: Record<string, unknown>, message: string) =>
  void trail.push({ level, record, message });
const audit = Object.assign(createLogger('test', 'silent'), { info: note('info'), warn: note('warn') });

async function run(...args: string[]): Promise<{ code: number; lines: string[]; trail: typeof trail }> {
  const lines: string[] = [];
  trail.length = 0;
  const code = await runDeadLetterCommand({ bus, audit, show: (line) => lines.push(line), timeoutMs: 2_000 }, args);
  return { code, lines, trail: [...trail] };
}

/** A consumer of image events or requests that fails while `fails`, and the letters that it leaves of `events`. */
async function giveUp(durable: string, filter: string, ...events: (StylingEvent | string)[]): Promise<number[]> {
  consumption = await consumeEvents(bus, {
    durable,
    filter,
    maxDeliver: 1,
    log: silentLogger(),
    handle: async ({ id }) => {
      if (fails) throw new TypeError('a secret');
      effects.push(id);
    },
  });
  for (const event of events) {
    if (typeof event === 'string') await bus.js.publish(filter, event);
    else await publish(bus, event);
  }
  return vi.waitFor(async () => {
    const { lines } = await run('list', '--json');
    expect(lines).toHaveLength(events.length);
    return lines.map((line) => JSON.parse(line).seq as number);
  });
}
function aRequest(endpoint: '/style_me' | '/analyze_outfit', capability: 'style' | 'analysis') {
  const request_id = testId('req', ++numbers.last);
  const moment = new Date().toISOString();
  return createEvent(requestAccepted, '/services/gateway', new Date(), {
    request_id,
    user_id: 'dave',
    key_id: testId('key', 1),
    endpoint,
    capability,
    gateway: 'gateway-test',
    input: `requests/${request_id}`,
    image_ids: [],
    received_at: moment,
    deadline: moment,
  });
}
const anImage = (user_id: string) => anImageCreated(++numbers.last, { user_id });

describe('npm run deadletters', () => {
  it('given letters, lists them as a table and as JSON, and shows one, without what is private', async () => {
    const event = anImage('bob');
    const [first, second] = await giveUp('lister', 'styling.image.created.bob.00', event, 'a secret');
    const { lines } = await run('list');
    expect(lines[0]).toMatch(/^seq +given up +consumer +event +about +error +deliveries +log seq$/);
    expect(lines[1]).toMatch(
      new RegExp(`^${first} +\\S+Z +lister +image.created +${event.subject} +TypeError +1 +\\d+$`),
    );
    expect(lines[2]).toMatch(new RegExp(`^${second} +\\S+Z +lister +- +- +unparsable +1 +\\d+$`));
    const [shown] = (await run('show', String(first))).lines;
    expect(JSON.parse(shown ?? '')).toMatchObject({ seq: first, consumer: 'lister', event, bytes: expect.any(Number) });
    const everything = [lines, shown, (await run('show', String(second))).lines].join();
    expect(everything).not.toContain('secret');
  });

  it('given a consumer that was mended, replays what it gave up, once, and leaves a trail', async () => {
    const events = [anImage('carol'), anImage('carol')];
    const [first, second] = await giveUp('mended', 'styling.image.created.carol.03', ...events);
    const failed = await run('replay', String(first));
    expect(failed).toMatchObject({ code: 1, lines: [`${first} failed again: TypeError`] });
    expect(failed.trail).toMatchObject([{ level: 'warn', record: { seq: first, outcome: 'TypeError' } }]);
    fails = false;
    const { code, lines, trail } = await run('replay', '--all');
    expect({ code, lines }).toEqual({ code: 0, lines: [`${first} handled by mended`, `${second} handled by mended`] });
    expect(trail.map(({ message, record }) => [message, record.seq, record.event_id])).toEqual([
      ['dead letter replayed', first, events[0]?.id],
      ['dead letter replayed', second, events[1]?.id],
    ]);
    expect(effects).toEqual(events.map(({ id }) => id));
    expect(await run('replay', '--all')).toMatchObject({ code: 0, lines: [] });
    const { state } = await bus.jsm.streams.info(EVENTS_STREAM, { subjects_filter: 'styling.image.created.carol.03' });
    expect(state.subjects).toEqual({ 'styling.image.created.carol.03': 2 });
  });

  it('given a request that has ended, does not do it again', async () => {
    const accepted = aRequest('/style_me', 'style');
    const [seq] = await giveUp('style', subjects.accepted('style'), accepted);
    fails = false;
    await publish(
      bus,
      aRequestCompleted(numbers.last, { request_id: accepted.data.request_id, answered_by: 'style', status: 500 }),
    );
    const { code, lines, trail } = await run('replay', String(seq));
    expect(code).toBe(0);
    expect(lines).toEqual([`${seq} not replayed: its request has ended with 500, its input is gone; drop the letter`]);
    expect(trail).toMatchObject([{ record: { seq, status: 500 } }]);
    expect(effects).toEqual([]);
    expect((await run('list')).lines).toHaveLength(2);
  });

  it('given what cannot be replayed, says why and keeps it', async () => {
    const [unparsable] = await giveUp('broken', 'styling.image.created.erin.34', 'nonsense');
    expect((await run('replay', String(unparsable))).lines).toEqual([
      `${unparsable} not replayed: broken still cannot read it`,
    ]);
    await consumption?.stop();
    const gone = await run('replay', '--all');
    expect(gone).toMatchObject({ code: 1, lines: [expect.stringContaining('nobody consumes as broken now')] });
    expect((await run('list')).lines).toHaveLength(2);
  });

  it('drops one or all, with a trail', async () => {
    const [first, second, third] = await giveUp('dropped', 'styling.image.created.frank.09', 'a', 'b', 'c');
    const dropped = await run('drop', String(second));
    expect(dropped.lines).toEqual([`${second} dropped`]);
    expect(dropped.trail).toMatchObject([{ message: 'dead letter dropped', record: { seq: second } }]);
    expect((await run('drop', '--all')).lines).toEqual([`${first} dropped`, `${third} dropped`]);
    await expect(run('drop', String(second))).rejects.toThrow(`there is no dead letter ${second}`);
    await expect(run('show', String(second))).rejects.toThrow(`there is no dead letter ${second}`);
  });

  it.each([[[]], [['list', '--all']], [['show']], [['replay']], [['replay', '1', '--all']]])(
    'given %j, says how it should look',
    async (args) => {
      await expect(run(...args)).rejects.toThrow('use: deadletters list');
    },
  );
});
