import type { StylingEvent } from '@styling/contracts';
import { createEvent, imageDeleted, requestAccepted } from '@styling/contracts';
import { anImageCreated, aRequestCompleted, testId, testTime } from '@styling/testing';
import type { RequestRecord } from '@styling/timeline';
import { storyOf } from '@styling/timeline';
import { describe, expect, it } from 'vitest';
import { waterfall } from './timeline-command.ts';

const image_id = testId('img', 1);
const request_id = testId('req', 1);
const accepted = createEvent(requestAccepted, '/services/gateway', testTime('12:00:00.040'), {
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
});
const created = anImageCreated(1, { bytes: 20_000 }, testTime('12:00:01.900'));
const completed = aRequestCompleted(1, { latency_ms: 2_000 }, testTime('12:00:02.000'));
const again = aRequestCompleted(
  1,
  { status: 504, error: { code: 'deadline_exceeded', message: 'x' } },
  testTime('12:02:30.000'),
);
const deleted = createEvent(imageDeleted, '/services/images', testTime('23:00:00.000'), {
  image_id,
  user_id: 'alice',
  reason: 'expired',
});
const record = (events: StylingEvent[], rest: Partial<RequestRecord> = {}): RequestRecord => ({
  events: events.map((event, index) => ({ seq: 10 + index, event })),
  listed: new Map([[image_id, true]]),
  letters: [],
  ...rest,
});
const drawn = (given: RequestRecord) => {
  const story = storyOf(given);
  return story && waterfall(story);
};

describe('the timeline of a request', () => {
  it('given all of its events, is a waterfall from its arrival to its answer', () => {
    const bar = (from: number, to: number) => `|${' '.repeat(from)}${'█'.repeat(to - from)}${' '.repeat(40 - to)}|`;
    expect(drawn(record([accepted, created, completed]))).toEqual(
      [
        `${request_id}  /try_on_outfit  ${testId('key', 1)}  200 after 2.0 s`,
        '',
        `received            0 ms    +0 ms  ${bar(0, 0)}  gateway`,
        `request.accepted   40 ms   +40 ms  ${bar(0, 1)}  gateway  seq 10`,
        `image.created      1.9 s    +1.9 s  ${bar(0, 38)}  tryon    seq 11  ${image_id}, 100x200, 20 KB, test test-1, listed`,
        `request.completed  2.0 s  +100 ms  ${bar(38, 40)}  tryon    seq 12  200`,
      ].map((line) => line.replace('1.9 s    +1.9 s', '1.9 s   +1.9 s')),
    );
  });

  it('given what came after the answer, shows it without a bar, and which answer counts', () => {
    const lines = drawn(
      record([accepted, created, completed, again, deleted], { listed: new Map([[image_id, false]]) }),
    );
    const [, , , , ofImage, ofAnswer, ofSecond, ofDeletion] = lines ?? [];
    expect(ofImage).toContain('no longer listed');
    expect(ofAnswer).toMatch(/seq 12 {2}200$/);
    expect(ofSecond).toMatch(/\| {40}\| .*504 deadline_exceeded, repeated: the first counts$/);
    expect(ofDeletion).toMatch(/11\.0 h .*\| {40}\| .*expired$/);
  });

  it('given a request that is not done, or was given up, says so', () => {
    expect(drawn(record([accepted]))?.[0]).toMatch(/no answer yet$/);
    const letter = { seq: 3, at: testTime('12:00:01.000'), consumer: 'tryon', error: 'exhausted', deliveries: 11 };
    const letters = [{ ...letter, origin: { stream: 'EVENTS', seq: 10, subject: 's' }, event: accepted, bytes: 1 }];
    expect(drawn(record([accepted], { letters }))?.at(-1)).toMatch(
      /^dead letter .* tryon .*number 3, of seq 10: exhausted after 11 deliveries$/,
    );
  });
});
