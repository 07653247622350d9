import { describe, expect, it } from 'vitest';
import { byDay, daysBefore } from './by-day.ts';

const created = (times: readonly string[]) => times.map((created_at) => ({ created_at }));

describe('grouping by the reader’s day', () => {
  const times = ['2026-03-01T23:30:00.000Z', '2026-03-01T12:00:00.000Z', '2026-02-28T23:59:59.999Z'];

  it.each([
    ['UTC', ['2026-03-01', '2026-03-01', '2026-02-28']],
    ['Asia/Tokyo', ['2026-03-02', '2026-03-01', '2026-03-01']],
    ['America/Los_Angeles', ['2026-03-01', '2026-03-01', '2026-02-28']],
  ])('given the zone %s, then midnight is its own', (zone, days) => {
    const grouped = byDay(created(times), zone);
    expect(grouped.flatMap(([day, items]) => items.map(() => day))).toEqual(days);
    expect(grouped.flatMap(([, items]) => items)).toEqual(created(times));
  });

  it('given a day of 23 hours, then both of its ends belong to it', () => {
    const spring = created(['2026-03-29T21:59:59.000Z', '2026-03-28T23:00:00.000Z']);
    expect(byDay(spring, 'Europe/Zurich')).toEqual([['2026-03-29', spring]]);
  });

  it('given nothing, then no day', () => expect(byDay([], 'UTC')).toEqual([]));
});

describe('how long ago a day was', () => {
  it.each([
    ['2026-03-02', 'Asia/Tokyo', 0],
    ['2026-03-01', 'Asia/Tokyo', 1],
    ['2026-03-01', 'UTC', 0],
    ['2026-02-28', 'UTC', 1],
    ['2025-12-31', 'UTC', 60],
  ])('given %s in %s, then %i days', (day, zone, days) =>
    expect(daysBefore(day, new Date('2026-03-01T23:30:00.000Z'), zone)).toBe(days),
  );
});
