import { answerQueries, type Bus, publish } from '@styling/bus';
import { createEvent, getImage, imageDeleted, requestAccepted, type StylingEvent } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { silentLogger } from '@styling/telemetry';
import {
  anImageCreated,
  aRequestCompleted,
  type RestartableNats,
  startRestartableNats,
  testId,
  testTime,
} from '@styling/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runTimelineCommand } from './timeline-command.ts';

let nats: RestartableNats;
let bus: Bus;
beforeAll(async () => {
  nats = await startRestartableNats();
  bus = await nats.connect();
  for (const number of [1, 2]) for (const event of eventsOf(number)) await publish(bus, event);
});
afterAll(() => nats.stop());

/** A try-on of alice, and what became of its image. */
function eventsOf(number: number): StylingEvent[] {
  const [request_id, image_id] = [testId('req', number), testId('img', number)];
  return [
    createEvent(requestAccepted, '/services/gateway', testTime('12:00:00.040'), {
      request_id,
      user_id: 'alice',
      key_id: testId('key', 1),
      endpoint: '/try_on_outfit',
      capability: 'tryon',
      gateway: 'gateway-test',
      input: `requests/${request_id}`,
      image_ids: [image_id],
      received_at: testTime().toISOString(),
      deadline: testTime('12:02:00.000').toISOString(),
    }),
    anImageCreated(number, {}, testTime('12:00:01.900')),
    aRequestCompleted(number, {}, testTime('12:00:02.000')),
    createEvent(imageDeleted, '/services/images', testTime('23:00:00.000'), {
      image_id,
      user_id: 'alice',
      reason: 'expired',
    }),
  ];
}
const told = async (number: number) =>
  JSON.parse((await runTimelineCommand(bus, [testId('req', number), '--json']))[0] ?? '');

it('given a request, tells its events and no others, with what became of its image', async () => {
  const story = await told(2);
  expect(story).toMatchObject({ request_id: testId('req', 2), status: 200, latency_ms: 1_500 });
  expect(story.steps.map(({ what, seq, ms }: Record<string, unknown>) => [what, seq, ms])).toEqual([
    ['received', undefined, 0],
    ['request.accepted', 5, 40],
    ['image.created', 6, 1_900],
    ['request.completed', 7, 2_000],
    ['image.deleted', 8, 39_600_000],
  ]);
  expect(story.steps[2].detail).toContain(`${testId('img', 2)}, 100x200, 1 KB`);
});

it('asks who lists the images whether they are there, and does without', async () => {
  expect((await told(1)).steps[2].detail).toMatch(/listing unknown$/);
  const record = { ...anImageCreated(1).data, created_at: testTime().toISOString() };
  for (const [image, text] of [[null, 'no longer listed'] as const, [record, 'listed'] as const]) {
    const answering = answerQueries(bus, getImage, async () => ({ image }), { queue: 'images', log: silentLogger() });
    expect((await told(1)).steps[2].detail).toMatch(new RegExp(`, ${text}$`));
    await answering.stop();
  }
  const failing = async () => Promise.reject(new ServiceError('unavailable'));
  const answering = answerQueries(bus, getImage, failing, { queue: 'images', log: silentLogger() });
  expect((await told(1)).steps[2].detail).toMatch(/listing unknown$/);
  await answering.stop();
});

it('given a request that the log does not know, says so', async () => {
  await expect(runTimelineCommand(bus, [testId('req', 9)])).rejects.toThrow(`no events of ${testId('req', 9)}`);
});
