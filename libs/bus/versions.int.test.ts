import { completeRequest, getImage, imageCreated, readUsage, type StylingEvent, subjects } from '@styling/contracts';
import { silentLogger } from '@styling/telemetry';
import { anImageCreated, aRequestCompleted, type RestartableNats, startRestartableNats } from '@styling/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Bus } from './connect.ts';
import { consumeEvents } from './consume.ts';
import { type DeadLetter, listDeadLetters } from './dead-letters.ts';
import { publish } from './publish.ts';
import { ask } from './queries.ts';
import { readLog } from './read-log.ts';

// Old and new versions run side by side: what a reader of this version makes of a newer writer's messages, and of an
// older one's.

let nats: RestartableNats;
let bus: Bus;
beforeAll(async () => {
  nats = await startRestartableNats();
  bus = await nats.connect();
});
afterAll(() => nats.stop());

/** Publishes as another version would. */
const write = (subject: string, event: object) => bus.js.publish(subject, JSON.stringify(event));
const { data, ...envelope } = anImageCreated(1);

/** From a newer writer: a member, a value and a type that are not known here; the last is known again. */
async function writeNewer(user: string): Promise<void> {
  const on = (type: string) => `styling.image.${type}.${user}.00`;
  const newer = { ...data, user_id: user, category: 'sketch', endpoint: '/sketch', palette: ['red'] };
  await write(on('created'), { ...envelope, id: 'newer', dataschema: 'v2', data: newer });
  await write(on('painted'), { ...envelope, id: 'unknown', type: 'image.painted', data: { brush: 1 } });
  await write(on('created'), { ...envelope, id: 'known', data: { ...data, user_id: user } });
}

const expectNewer = (events: readonly (StylingEvent | null)[]) => {
  expect(events.map((event) => event?.id)).toEqual(['newer', 'known']);
  expect(events[0]?.data).toMatchObject({ category: 'sketch', endpoint: '/sketch' });
  expect(events[0]?.data).not.toHaveProperty('palette');
};
const deadLettersOf = async (name: string) => {
  const found: DeadLetter[] = [];
  for await (const letter of listDeadLetters(bus)) if (letter.consumer === name) found.push(letter);
  return found;
};

describe("a newer writer's log", () => {
  it('is consumed: what is unknown is skipped and acknowledged, never dead-lettered', async () => {
    await writeNewer('consumed');
    const seen: StylingEvent[] = [];
    const consumption = await consumeEvents(bus, {
      durable: 'old-consumer',
      filter: subjects.imagesOf('consumed'),
      log: silentLogger(),
      handle: async (event) => void seen.push(event),
    });
    const pending = async () => {
      const { num_pending, num_ack_pending } = await bus.jsm.consumers.info('EVENTS', 'old-consumer');
      return num_pending + num_ack_pending;
    };
    await vi.waitFor(async () => expect(await pending()).toBe(0), { timeout: 20_000 });
    await consumption.stop();
    expectNewer(seen);
    expect(await deadLettersOf('old-consumer')).toEqual([]);
  });

  it('is read: what is unknown leaves no event, and no dead letter', async () => {
    await writeNewer('read');
    const options = { name: 'old-reader', filter: subjects.imagesOf('read'), after: 0, deadLetters: true };
    const reader = readLog(bus, { ...options, log: silentLogger() });
    const seen: (StylingEvent | null)[] = [];
    for await (const batch of reader) {
      seen.push(...batch.map(({ event }) => event));
      if (seen.length === 3) break;
    }
    await reader.close();
    expect(seen[1]).toBeNull();
    expectNewer(seen.filter((event) => event !== null));
    expect(await deadLettersOf('old-reader')).toEqual([]);
  });

  it("keeps a failure's own status, code and message", async () => {
    const { data: completed, ...rest } = aRequestCompleted(2);
    const error = { code: 'out_of_paint', message: 'Out of paint' };
    const gateway = 'gateway-old';
    await write(`styling.request.completed.painter.${gateway}.00`, {
      ...rest,
      data: { ...completed, gateway, answered_by: 'painter', status: 418, error },
    });
    const reader = readLog(bus, {
      name: gateway,
      filter: subjects.completedFor(gateway),
      after: 0,
      log: silentLogger(),
    });
    for await (const [entry] of reader) {
      expect(entry?.event?.data).toMatchObject({ status: 418, error });
      break;
    }
    await reader.close();
  });
});

describe("an older writer's log", () => {
  it('is read: a member that was added with a default is there', async () => {
    const { gateway, request_id, user_id, key_id, received_at } = aRequestCompleted(3).data;
    const older = { gateway, request_id, user_id, key_id, received_at, endpoint: '/style_me', capability: 'style' };
    const accepted = { ...older, input: 'requests/x', image_ids: [], deadline: received_at };
    await write('styling.request.accepted.style.07', { ...envelope, type: 'request.accepted', data: accepted });
    const reader = readLog(bus, {
      name: 'new-reader',
      filter: subjects.allAccepted,
      after: 0,
      log: silentLogger(),
    });
    for await (const [entry] of reader) {
      expect(entry?.event).toMatchObject({ type: 'request.accepted', data: { repeatable: false } });
      break;
    }
    await reader.close();
  });

  it('is written in closed sets only', async () => {
    const event = anImageCreated(4, { category: 'style-me' });
    expect((await publish(bus, event)).duplicate).toBe(false);
    expect(() => anImageCreated(5, { category: 'sketch' as 'try-on' })).toThrow();
    expect(imageCreated.data.shape.category.options).not.toContain('sketch');
    expect(() => completeRequest(aRequestCompleted(6).data, 'painter' as 'tryon', new Date(), {})).toThrow();
  });
});

describe('replies of a newer service', () => {
  it('are passed on, also an error that is not known here', async () => {
    const image = { ...data, category: 'sketch', endpoint: '/sketch', created_at: envelope.time, frame: 'gold' };
    const usage = { total_requests: 1, requests_today: 1, requests_by_endpoint: { '/sketch': 1 }, more: 1 };
    const request = { endpoint: '/sketch', timestamp: envelope.time, latency_ms: 1, status: 200 };
    const replies = [
      // With a member that services of the version before add.
      [getImage.subject, { form: '0123456789abcdef', reply: { image } }],
      [readUsage.subject, { reply: { ...usage, recent_requests: [request] } }],
    ] as const;
    for (const [subject, reply] of replies) {
      bus.nc.subscribe(subject, { max: 1, callback: (_, message) => void message.respond(JSON.stringify(reply)) });
    }
    const query = { user_id: 'alice', image_id: data.image_id };
    expect((await ask(bus, getImage, query)).image).toMatchObject({ category: 'sketch', endpoint: '/sketch' });
    const report = await ask(bus, readUsage, { key_id: data.key_id, today: '2026-03-04' });
    expect(report).toEqual({
      total_requests: 1,
      requests_today: 1,
      requests_by_endpoint: { '/sketch': 1 },
      recent_requests: [request],
    });
    const error = JSON.stringify({ error: 'out_of_paint', parameters: {} });
    bus.nc.subscribe(getImage.subject, { max: 1, callback: (_, message) => void message.respond(error) });
    await expect(ask(bus, getImage, query)).rejects.toMatchObject({ code: 'internal' });
  });
});
