import { type PostOutcome as Outcome, retryAfterMs } from '@styling/fetching';
import { describe, expect, it } from 'vitest';
import { settleAttempt } from './attempts.ts';

const now = new Date('2026-03-10T12:00:00.000Z');
const DAY_MS = 86_400_000;
const status = (code: number): Outcome => ({ status: code, failure: null });
const timeout: Outcome = { status: null, failure: 'timeout' };
const first = { attempt: 1, failingForMs: 0, failures: 0 };
const settle = (outcome: Outcome, attempted = first) => settleAttempt(outcome, attempted, now, 0.5);

describe('an attempt', () => {
  it.each([200, 299])('given a %d, then the delivery has succeeded', (code) => {
    expect(settle(status(code))).toEqual({ status: 'succeeded', pauseMs: null, disabled: null });
  });

  it.each([status(301), status(429), status(500), timeout])(
    'given %j, then it is tried again after five seconds',
    (outcome) => {
      expect(settle(outcome)).toEqual({ status: 'pending', pauseMs: 5_000, disabled: null });
    },
  );

  it('given one failure after the other, then the pauses follow the schedule, and the eighth is the last', () => {
    const pauses = [1, 2, 3, 4, 5, 6, 7, 8].map((attempt) => settle(timeout, { ...first, attempt }));
    expect(pauses.map(({ pauseMs }) => pauseMs && pauseMs / 1000)).toEqual([
      5,
      300,
      1800,
      7200,
      18_000,
      36_000,
      36_000,
      null,
    ]);
    expect(pauses.at(-1)?.status).toBe('failed');
  });

  it('given any jitter, then the pause is within a tenth', () => {
    const pauses = [0, 1].map((random) => settleAttempt(timeout, { ...first, attempt: 3 }, now, random).pauseMs);
    expect(pauses).toEqual([0.9, 1.1].map((part) => expect.closeTo(part * 1_800_000)));
  });

  it('given a Retry-After, then the pause is at least as long, at most a day, and never shorter', () => {
    const pauseMs = (attempt: number, seconds: number) =>
      settle({ ...status(503), retryAfter: String(seconds) }, { ...first, attempt });
    expect(pauseMs(1, 3_600)).toMatchObject({ pauseMs: 3_600_000 });
    expect(pauseMs(1, 999_999)).toMatchObject({ pauseMs: DAY_MS });
    expect(pauseMs(4, 1)).toMatchObject({ pauseMs: 7_200_000 });
    expect(pauseMs(8, 3_600)).toMatchObject({ status: 'failed' });
  });

  it('given a 410, then the endpoint is disabled at once', () => {
    expect(settle(status(410))).toEqual({ status: 'failed', pauseMs: null, disabled: 'gone' });
  });
});

it.each([
  ['120', 120_000],
  ['Tue, 10 Mar 2026 12:02:00 GMT', 120_000],
  ['Tue, 10 Mar 2026 11:00:00 GMT', 0],
  ['soon', undefined],
  ['-5', 0],
  [undefined, undefined],
])('given Retry-After %j, then it asks for %j ms', (header, ms) => {
  expect(retryAfterMs(header, now)).toBe(ms);
});

describe('an endpoint that fails', () => {
  it('given five days and ten attempts of it, then is disabled', () => {
    const attempted = { attempt: 2, failingForMs: 5 * DAY_MS, failures: 9 };
    expect(settle(status(500), attempted)).toEqual({ status: 'failed', pauseMs: null, disabled: 'failing' });
  });

  it('given a day less, or few attempts in that time, then goes on', () => {
    expect(settle(timeout, { attempt: 2, failingForMs: 4 * DAY_MS, failures: 100 }).disabled).toBeNull();
    expect(settle(timeout, { attempt: 1, failingForMs: 30 * DAY_MS, failures: 8 }).disabled).toBeNull();
  });
});
