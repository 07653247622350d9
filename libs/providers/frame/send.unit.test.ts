import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Reply } from './attempt.ts';
import { afterReply, type CallRules, retryAfterMs } from './send.ts';

const now = new Date('2026-06-01T12:00:00Z');
const situation = { now, deadline: new Date(now.getTime() + 60_000), tries: 1, random: 0.5 };
const paid: CallRules = { what: 'create', repeats: 'throttled', isAbortable: false };
const filtered: CallRules = { ...paid, isFiltered: true };
const busy: CallRules = { ...paid, repeats: 'busy' };
const free: CallRules = { ...paid, repeats: 'fault', tries: 3 };
const lost: Reply = { outcome: 'lost', cause: new Error('x') };
const unsent: Reply = { outcome: 'unsent', cause: new Error('x') };
const answered = (status: number, body?: unknown, retryAfter?: string): Reply => ({
  outcome: 'answered',
  status,
  body,
  retryAfter,
  bytes: new Uint8Array(),
});
const refusal = { error: { message: 'Your request was rejected by the safety system.' } };
const detail = 'Request was throttled. Your rate limit resets in ~5s.';

describe('afterReply', () => {
  test('given any reply but a 429 to what may be paid, then it is not sent again', () => {
    const reply = fc.oneof(
      fc.constantFrom(lost, unsent),
      fc.tuple(fc.integer({ min: 200, max: 599 }), fc.jsonValue()).map(([status, body]) => answered(status, body)),
    );
    fc.assert(
      fc.property(reply, fc.nat(50), (reply, tries) => {
        fc.pre(reply.outcome !== 'answered' || reply.status !== 429);
        expect(afterReply(reply, paid, { ...situation, tries }).next).not.toBe('again');
      }),
    );
  });

  test('given a 429, then the pause ends before the deadline and is no shorter than requested', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(50), (seconds, random, tries) => {
        const step = afterReply(answered(429, { retry_after: seconds }), paid, { ...situation, random, tries });
        if (step.next === 'again') {
          expect(step.afterMs).toBeGreaterThanOrEqual(seconds * 1000);
          expect(step.afterMs).toBeLessThan(60_000);
        } else expect(step).toMatchObject({ next: 'fail', error: { kind: 'throttled' } });
      }),
    );
  });

  test.each<[string, Reply, CallRules, object]>([
    ['a 201', answered(201, {}), paid, { next: 'done' }],
    ['a redirect', answered(302), paid, { error: { kind: 'invalid', code: '302', nothingPaid: true } }],
    ['a 402', answered(402), paid, { error: { kind: 'denied', nothingPaid: true } }],
    ['a 500', answered(500), paid, { error: { kind: 'ambiguous', code: '500', nothingPaid: false } }],
    ['a 503', answered(503), paid, { error: { kind: 'unavailable', nothingPaid: false } }],
    ['a refused connection', unsent, paid, { error: { kind: 'unreachable', nothingPaid: true } }],
    ['a broken connection', lost, paid, { error: { kind: 'ambiguous', nothingPaid: false } }],
    ['no credit', answered(429, { error: { code: 'insufficient_quota' } }), paid, { error: { kind: 'denied' } }],
    ['a 429 for no time', answered(429, {}, '0'), paid, { next: 'again', afterMs: 750 }],
    ['a refusal', answered(400, refusal), filtered, { error: { kind: 'refused', nothingPaid: false } }],
    ['a refusal as 403', answered(403, refusal), filtered, { error: { kind: 'refused' } }],
    ['a refusal where there is no filter', answered(400, refusal), paid, { error: { kind: 'invalid' } }],
    ['a refusal in a 500', answered(500, refusal), filtered, { error: { kind: 'ambiguous' } }],
    ['a 503 of a proxy', answered(503), busy, { next: 'again' }],
    ['a 500 that did no harm', answered(500), free, { next: 'again' }],
    ['a lost reply that did no harm', lost, free, { next: 'again' }],
    [
      'a code in the body',
      answered(400, {}),
      { ...paid, codeOf: () => 'x' },
      { error: { kind: 'invalid', code: 'x' } },
    ],
  ])('given %s, then the step is right', (_, reply, rules, expected) => {
    expect(afterReply(reply, rules, situation)).toMatchObject(expected);
  });

  test.each<[Reply, string]>([
    [answered(500), 'unavailable'],
    [lost, 'unavailable'],
    [answered(429), 'throttled'],
  ])('given the third fault, then it is given up', (reply, kind) => {
    expect(afterReply(reply, free, { ...situation, tries: 3 })).toMatchObject({ error: { kind, nothingPaid: true } });
  });
});

describe('retryAfterMs', () => {
  test.each([
    ['seconds in the header', '7', { retry_after: 5 }, 7_000],
    ['a date in the header', 'Mon, 01 Jun 2026 12:00:09 GMT', undefined, 9_000],
    ['a date that has passed', 'Mon, 01 Jun 2026 11:00:00 GMT', undefined, 0],
    ['a header nobody can read', 'soon', { retry_after: 5 }, 5_000],
    ['seconds in the body', undefined, { detail, retry_after: 2.5 }, 2_500],
    ['seconds in the text', undefined, { detail }, 5_000],
    ['more than a timer takes', '1000000000', undefined, 2 ** 31 - 1],
    ['nothing', undefined, { detail: 'Request was throttled.' }, undefined],
    ['a negative time', undefined, { retry_after: -1 }, undefined],
  ])('given %s, then the wait is right', (_, header, body, expected) => {
    expect(retryAfterMs(header, body, now)).toBe(expected);
  });
});
