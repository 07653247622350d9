import { EVENTS_STREAM } from '@styling/contracts';
import { startTelemetry, type Telemetry } from '@styling/telemetry';
import { type RestartableNats, startRestartableNats } from '@styling/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Bus } from './connect.ts';
import { dropDeadLetter } from './dead-letter-box.ts';
import { deadLetter, observeDeadLetters } from './dead-letters.ts';

let nats: RestartableNats;
let telemetry: Telemetry;
let gateway: Bus;
let end: () => void;
beforeAll(async () => {
  [nats, telemetry] = await Promise.all([startRestartableNats({ users: true }), startTelemetry('test', false)]);
  gateway = await nats.connectAs('gateway', { apiTimeoutMs: 500 });
  end = observeDeadLetters(gateway);
});
afterAll(async () => {
  end();
  await telemetry.stop();
  await nats.stop();
});

const kept = async () => /^styling_dead_letters_kept (\d+)$/m.exec(await telemetry.metricsText())?.[1];

it('given dead letters, then they are reported for as long as they are kept, also after a restart', async () => {
  const [worker, operator] = await Promise.all([nats.connectAs('tryon'), nats.connectAs('operator')]);
  expect(await kept()).toBe('0');
  const message = { stream: EVENTS_STREAM, subject: 's', deliveries: 1, data: new Uint8Array(), headers: {} };
  await deadLetter(worker, 'tryon', { ...message, seq: 1 }, 'test');
  await deadLetter(worker, 'tryon', { ...message, seq: 2 }, 'test');
  expect(await kept()).toBe('2');
  await nats.kill();
  await vi.waitFor(async () => expect(await kept()).toBeUndefined(), { timeout: 20_000 });
  await nats.restart();
  await vi.waitFor(async () => expect(await kept()).toBe('2'), { timeout: 20_000 });
  // The gateway's connection was restored, which says nothing of the operator's: what is requested without one is lost.
  await operator.connected(AbortSignal.timeout(20_000));
  expect(await dropDeadLetter(operator, 1)).toBe(true);
  expect(await kept()).toBe('1');
  expect(await dropDeadLetter(operator, 2)).toBe(true);
  expect(await kept()).toBe('0');
});
