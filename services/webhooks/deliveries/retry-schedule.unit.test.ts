import { describe, expect, it } from 'vitest';
import { ATTEMPTS, pauseAfter, retryAfterMs } from './retry-schedule.ts';

const HOUR_MS = 3_600_000;
const now = new Date('2026-03-04T12:00:00.000Z');

describe('the pause after a failed attempt', () => {
  it('given no jitter, then follows the schedule, and ends with the eighth attempt', () => {
    const pauses = Array.from({ length: ATTEMPTS }, (_, index) => pauseAfter(index + 1, 0, 0.5));
    expect(pauses.map((ms) => ms && ms / 1000)).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 36_000, null]);
  });

  it('given any jitter, then is within a tenth', () => {
    expect(pauseAfter(3, 0, 0)).toBeCloseTo(0.9 * 1_800_000);
    expect(pauseAfter(3, 0, 1)).toBeCloseTo(1.1 * 1_800_000);
  });

  it('given a Retry-After, then is at least as long, at most a day, and never shorter', () => {
    expect(pauseAfter(1, HOUR_MS, 0.5)).toBe(HOUR_MS);
    expect(pauseAfter(1, 365 * 24 * HOUR_MS, 0.5)).toBe(24 * HOUR_MS);
    expect(pauseAfter(4, 1000, 0.5)).toBe(2 * HOUR_MS);
    expect(pauseAfter(ATTEMPTS, HOUR_MS, 0.5)).toBeNull();
  });
});

it.each([
  ['120', 120_000],
  ['Wed, 04 Mar 2026 12:02:00 GMT', 120_000],
  ['Wed, 04 Mar 2026 11:00:00 GMT', 0],
  ['soon', 0],
  ['-5', 0],
  ['', 0],
  [undefined, 0],
])('given Retry-After %j, then it asks for %d ms', (header, ms) => {
  expect(retryAfterMs(header, now)).toBe(ms);
});
