import { expect, it } from 'vitest';
import { nextUtcDay } from './next-utc-day.ts';

it.each([
  ['2026-11-22T00:00:00.000Z', '2026-11-23T00:00:00.000Z'],
  ['2026-11-22T23:59:59.999Z', '2026-11-23T00:00:00.000Z'],
  ['2026-12-31T12:00:00.000Z', '2027-01-01T00:00:00.000Z'],
])('begins after %s at %s', (now, next) => {
  expect(nextUtcDay(new Date(now))).toBe(next);
});
