import { describe, expect, it } from 'vitest';
import { retryAfterSeconds, retryPause } from './retry.ts';

const state = { tries: 1, maxRetries: 5, repeatable: true, random: 0 };
const inProgress = { status: 429, body: { error: 'A request is already in progress.' }, retryAfterSeconds: 5 };
const daily = {
  status: 429,
  body: { error: 'Daily …', limit: 20, remaining: 0, reset: '2026-01-03T00:00:00.000Z' },
  retryAfterSeconds: 40,
};
const unavailable = { status: 503, body: { error: 'Service temporarily unavailable', code: 'unavailable' } };

describe('whether a request is tried again', () => {
  it('given a lost connection, then only if it can be repeated', () => {
    expect(retryPause({}, state)).toBe(250);
    expect(retryPause({}, { ...state, repeatable: false })).toBeUndefined();
  });

  it('given a response that says nothing was done, then also if it cannot be repeated', () => {
    const once = { ...state, repeatable: false };
    expect(retryPause({ answer: inProgress }, once)).toBe(5_000);
    expect(retryPause({ answer: unavailable }, once)).toBe(250);
  });

  it('given the response of a proxy, then as a lost connection', () => {
    for (const status of [502, 504]) {
      expect(retryPause({ answer: { status, body: undefined } }, state)).toBe(250);
      expect(retryPause({ answer: { status, body: undefined } }, { ...state, repeatable: false })).toBeUndefined();
    }
  });

  it.each([
    ['the daily limit', daily],
    ['a failure of the work', { status: 500, body: { error: 'Internal server error', code: 'internal' } }],
    ['a deadline', { status: 504, body: { error: 'The request took too long', code: 'deadline_exceeded' } }],
    ['a wrong request', { status: 400, body: { error: 'mode is required', code: 'required' } }],
    ['a pause of over a minute', { ...unavailable, retryAfterSeconds: 61 }],
  ])('given %s, then not', (_, answer) => {
    expect(retryPause({ answer }, state)).toBeUndefined();
  });

  it('given more failures, then pauses double up to 8 s, with a quarter of jitter, until there are no retries left', () => {
    const pauses = [1, 2, 3, 4, 5, 6, 7].map((tries) => retryPause({}, { ...state, tries, maxRetries: 6 }));
    expect(pauses).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, undefined]);
    expect(retryPause({}, { ...state, random: 1 })).toBe(312.5);
    expect(retryPause({ answer: inProgress }, { ...state, random: 1 })).toBe(6_250);
  });
});

describe('Retry-After', () => {
  it('given seconds, a time or neither, then it is in seconds from now', () => {
    const now = Date.parse('2026-01-02T03:04:05Z');
    expect(retryAfterSeconds(' 7', now)).toBe(7);
    expect(retryAfterSeconds('Fri, 02 Jan 2026 03:04:15 GMT', now)).toBe(10);
    expect(retryAfterSeconds('Fri, 02 Jan 2026 03:00:00 GMT', now)).toBe(0);
    expect([null, '', 'soon'].map((value) => retryAfterSeconds(value, now))).toEqual([undefined, undefined, undefined]);
  });
});
