import { describe, expect, it } from 'vitest';
import { ATTEMPTS } from './retry-schedule.ts';
import { type Attempted, type Outcome, settleAttempt } from './settle-attempt.ts';

const now = new Date('2026-03-10T12:00:00.000Z');
const DAY_MS = 86_400_000;
const status = (code: number): Outcome => ({ status: code, failure: null });
const timeout: Outcome = { status: null, failure: 'timeout' };
const first: Attempted = { attempt: 1, failingForMs: 0, failures: 0 };
const settle = (outcome: Outcome, attempted = first) => settleAttempt(outcome, attempted, now, 0.5);

describe('an attempt', () => {
  it.each([200, 201, 204, 299])('given a %d, then the delivery has succeeded', (code) => {
    expect(settle(status(code))).toEqual({ delivery: { status: 'succeeded' }, disabled: null });
  });

  it.each([status(301), status(302), status(400), status(404), status(429), status(500), timeout])(
    'given %j, then it is tried again after five seconds',
    (outcome) => {
      expect(settle(outcome)).toEqual({ delivery: { status: 'pending', pauseMs: 5_000 }, disabled: null });
    },
  );

  it('given the last one, then the delivery has failed', () => {
    expect(settle(timeout, { ...first, attempt: ATTEMPTS })).toEqual({
      delivery: { status: 'failed' },
      disabled: null,
    });
  });

  it('given a 410, then the endpoint is disabled at once', () => {
    expect(settle(status(410))).toEqual({ delivery: { status: 'failed' }, disabled: 'gone' });
  });
});

describe('an endpoint that fails', () => {
  it('given five days and ten attempts of it, then is disabled', () => {
    const attempted = { attempt: 2, failingForMs: 5 * DAY_MS, failures: 9 };
    expect(settle(status(500), attempted)).toEqual({ delivery: { status: 'failed' }, disabled: 'failing' });
  });

  it('given a day less, or few attempts in that time, then goes on', () => {
    expect(settle(timeout, { attempt: 2, failingForMs: 4 * DAY_MS, failures: 100 }).disabled).toBeNull();
    expect(settle(timeout, { attempt: 1, failingForMs: 30 * DAY_MS, failures: 8 }).disabled).toBeNull();
  });

  it('given a success, then goes on', () => {
    expect(settle(status(200), { attempt: 2, failingForMs: 9 * DAY_MS, failures: 99 }).disabled).toBeNull();
  });

  it('given a clock that was set back, then goes on', () => {
    expect(settle(timeout, { attempt: 1, failingForMs: -9 * DAY_MS, failures: 99 }).disabled).toBeNull();
  });
});
