import { randomInt } from 'node:crypto';
import { EVENTS_STREAM, READS_STREAM } from '@styling/contracts';
import { anImageCreated, type RestartableNats, startRestartableNats } from '@styling/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Bus } from './connect.ts';
import { logHead } from './log.ts';
import { publish, publishAcknowledged } from './publish.ts';

let nats: RestartableNats;
let bus: Bus;
beforeAll(async () => {
  nats = await startRestartableNats();
  bus = await nats.connect('test', { apiTimeoutMs: 500 });
});
afterAll(() => nats.stop());

it('given an event that was published, when it is published again, then it is kept once', async () => {
  const first = await publish(bus, anImageCreated(1));
  const second = await publish(bus, anImageCreated(1));
  expect(second).toEqual({ seq: first.seq, duplicate: true });
  const stored = await bus.jsm.streams.getMessage(EVENTS_STREAM, { seq: first.seq });
  expect(stored?.subject).toBe('styling.image.created.alice.07');
  expect(stored?.header.get('content-type')).toBe('application/cloudevents+json');
});

it('given publishers at work, when the server is killed and comes back, then nothing is lost or doubled', async () => {
  const total = 200;
  const base = 10_000 + randomInt(1000);
  const published = new Map<string, number>();
  let next = 0;
  const publisher = async () => {
    while (next < total) {
      const event = anImageCreated(base + next++, { user_id: 'dave' });
      published.set(event.id, (await publish(bus, event, { timeoutMs: 30_000 })).seq);
      if (published.size === 75) outage = nats.kill().then(() => nats.restart());
    }
  };
  let outage: Promise<void> = Promise.resolve();
  await Promise.all(Array.from({ length: 8 }, publisher));
  await outage;
  const kept = new Map<string, number[]>();
  const { state } = await bus.jsm.streams.info(EVENTS_STREAM);
  for (let seq = state.first_seq; seq <= state.last_seq; seq++) {
    const message = await bus.jsm.streams.getMessage(EVENTS_STREAM, { seq });
    const id = message?.header.get('Nats-Msg-Id') ?? '';
    if (message?.subject.includes('.dave.')) kept.set(id, [...(kept.get(id) ?? []), seq]);
  }
  expect(published.size).toBe(total);
  expect(kept).toEqual(new Map([...published].map(([id, seq]) => [id, [seq]])));
});

it('given no server, when publishing, then it fails as unavailable, with a cause, once the time is up', async () => {
  await nats.kill();
  const failing = publish(bus, anImageCreated(4), { timeoutMs: 400 });
  await expect(failing).rejects.toMatchObject({ name: 'ServiceError', code: 'unavailable', cause: expect.any(Error) });
  await expect(logHead(bus, 'styling.image.>')).rejects.toMatchObject({
    code: 'unavailable',
    cause: expect.any(Error),
  });
  await nats.restart();
});

it('given a message that the stream refuses (4xx), when publishing, then it is not tried again', async () => {
  let tries = 0;
  const subject = 'styling.image.created.erin.00';
  const subscription = bus.nc.subscribe(subject, {
    callback: () => {
      tries++;
    },
  });
  const message = { stream: READS_STREAM, subject, id: 'elsewhere', data: new Uint8Array(), headers: {} };
  await expect(publishAcknowledged(bus, message, 1_500)).rejects.toMatchObject({
    code: 'unavailable',
    cause: { message: 'expected stream does not match' },
  });
  await bus.nc.flush();
  subscription.unsubscribe();
  expect(tries).toBe(1);
});

it('given no stream, when publishing, then it fails as unavailable', async () => {
  await bus.connected(AbortSignal.timeout(10_000));
  await bus.jsm.streams.delete(EVENTS_STREAM);
  await expect(publish(bus, anImageCreated(5), { timeoutMs: 300 })).rejects.toMatchObject({ code: 'unavailable' });
});
