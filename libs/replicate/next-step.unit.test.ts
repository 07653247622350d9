import type { Reply } from '@styling/model-api';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { afterCancel, afterCreate, afterPoll, type Situation } from './next-step.ts';

const now = new Date('2026-06-01T12:00:00Z');
const situation: Situation = { now, deadline: new Date(now.getTime() + 60_000), tries: 0, rejected: 0, random: 0.5 };
const late: Situation = { ...situation, now: situation.deadline };
const answered = (status: number, body?: unknown): Reply => ({
  outcome: 'answered',
  status,
  body,
  bytes: new Uint8Array(),
});
const prediction = (status: string, more: object = {}) => answered(200, { id: 'p1', status, ...more });

const anyReply: fc.Arbitrary<Reply> = fc.oneof(
  fc.record({ outcome: fc.constantFrom('unsent' as const, 'lost' as const), cause: fc.constant(new Error('x')) }),
  fc.record({
    outcome: fc.constant('answered' as const),
    status: fc.integer({ min: 200, max: 599 }),
    body: fc.jsonValue(),
    bytes: fc.constant(new Uint8Array()),
  }),
);

describe('afterCreate', () => {
  test('given any reply but a 429, then the create is not retried', () => {
    fc.assert(
      fc.property(anyReply, fc.nat(50), (reply, tries) => {
        fc.pre(reply.outcome !== 'answered' || reply.status !== 429);
        expect(afterCreate(reply, { ...situation, tries }).next).not.toBe('create');
      }),
    );
  });

  test('given a 429, then the wait ends before the deadline and is no shorter than requested', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(50), (seconds, random, tries) => {
        const step = afterCreate(answered(429, { retry_after: seconds }), { ...situation, random, tries });
        if (step.next === 'create') {
          expect(step.afterMs).toBeGreaterThanOrEqual(seconds * 1000);
          expect(step.afterMs).toBeLessThan(60_000);
        } else expect(step).toMatchObject({ next: 'fail', error: { kind: 'throttled' } });
      }),
    );
  });

  test.each([
    ['a prediction', answered(201, { id: 'p1', status: 'starting' }), { next: 'created', reply: { id: 'p1' } }],
    ['a prediction that waited', answered(202, { id: 'p1', status: 'processing' }), { next: 'created' }],
    ['a prediction without an id', answered(201, { status: 'starting' }), { error: { kind: 'ambiguous' } }],
    ['an unknown status', answered(201, { id: 'p1', status: 'queued' }), { next: 'created' }],
    [
      'an id that leads elsewhere',
      answered(201, { id: '../files', status: 'starting' }),
      { error: { kind: 'ambiguous' } },
    ],
    ['a 500', answered(500), { error: { kind: 'ambiguous', code: '500', nothingPaid: false } }],
    ['a 502', answered(502), { error: { kind: 'ambiguous', code: '502' } }],
    ['a 503', answered(503), { error: { kind: 'unavailable', retryable: true, nothingPaid: false } }],
    ['a 402', answered(402), { error: { kind: 'denied', nothingPaid: true } }],
    ['no JSON', answered(201), { error: { kind: 'ambiguous' } }],
    ['a redirect', answered(302), { error: { kind: 'invalid', code: '302' } }],
    ['a safety setting that is none', answered(422, { detail: 'safety_filter_level' }), { error: { kind: 'invalid' } }],
    ['a refused connection', { outcome: 'unsent', cause: new Error('x') } as Reply, { error: { kind: 'unreachable' } }],
    ['a broken connection', { outcome: 'lost', cause: new Error('x') } as Reply, { error: { kind: 'ambiguous' } }],
  ])('given %s, then the step is right', (_, reply, expected) => {
    expect(afterCreate(reply, situation)).toMatchObject(expected);
  });
});

describe('afterPoll', () => {
  test('given any reply at the deadline, then polling ends', () => {
    fc.assert(
      fc.property(anyReply, (reply) => {
        expect(afterPoll(reply, late).next).not.toBe('poll');
      }),
    );
  });

  test('given any reply before the deadline, then the next poll is not after it', () => {
    fc.assert(
      fc.property(anyReply, fc.nat(1_000), (reply, tries) => {
        const step = afterPoll(reply, { ...situation, tries });
        expect(step.next).not.toBe('cancel');
        if (step.next === 'poll') expect(step.afterMs).toBeLessThanOrEqual(60_000);
      }),
    );
  });

  test.each([
    ['an end with an output', prediction('succeeded', { output: 'x' }), { next: 'done', reply: { output: 'x' } }],
    ['an end at the deadline', prediction('succeeded', { output: 'x' }), { next: 'done' }, late],
    ['an end without output', prediction('succeeded', { output: null }), { error: { kind: 'expired' } }],
    ['a removed output', prediction('succeeded', { output: [], data_removed: true }), { error: { kind: 'expired' } }],
    ['no start in time', prediction('aborted'), { error: { kind: 'deadline' } }],
    ['a cancel by somebody', prediction('canceled'), { error: { kind: 'failed' } }],
    ['a cancel at the deadline', prediction('canceled'), { error: { kind: 'deadline' } }, late],
    ['a running prediction at the deadline', prediction('processing'), { next: 'cancel' }, late],
    ['a running prediction', prediction('processing'), { next: 'poll', afterMs: 600 }],
    ['a prediction that runs for long', prediction('processing'), { afterMs: 2_500 }, { ...situation, tries: 99 }],
    ['a 404', answered(404, {}), { next: 'poll', isRejected: true }],
    ['a third 404', answered(404, {}), { error: { kind: 'expired' } }, { ...situation, rejected: 2 }],
    [
      'a third 402',
      answered(402, {}),
      { error: { kind: 'denied', nothingPaid: false } },
      { ...situation, rejected: 2 },
    ],
    ['a 500', answered(500, {}), { next: 'poll', afterMs: 500 }],
    ['a 429 for no time', answered(429, { retry_after: 0 }), { next: 'poll', afterMs: 500 }],
    ['a 429 for an hour', answered(429, { retry_after: 3_600 }), { next: 'poll', afterMs: 5_000 }],
    ['a 429', answered(429, { retry_after: 4 }), { next: 'poll', afterMs: 4_000 }],
  ])('given %s, then the step is right', (_, reply, expected, at: Situation = situation) => {
    expect(afterPoll(reply, at)).toMatchObject(expected);
  });
});

describe('afterCancel', () => {
  test.each([
    ['cancelled', prediction('canceled'), { next: 'fail', error: { kind: 'deadline' }, reply: { status: 'canceled' } }],
    ['done just before', prediction('succeeded', { output: 'x' }), { next: 'done' }],
    ['failed just before', prediction('failed', { error: 'x (E005)' }), { error: { kind: 'refused' } }],
    ['still running', prediction('processing'), { error: { kind: 'deadline' } }],
    ['not known', answered(404, {}), { error: { kind: 'deadline' } }],
    ['not heard of', { outcome: 'lost', cause: new Error('x') } as Reply, { error: { kind: 'deadline' } }],
  ])('given a prediction that is %s, then it is over', (_, reply, expected) => {
    expect(afterCancel(reply, late)).toMatchObject(expected);
  });
});
