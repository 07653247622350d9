import { describe, expect, it, test } from 'vitest';
import { addressOf, byDay, countsOf, groupedBy, matching, shownOf, type UsageRow } from './usage-model.ts';

const row = (day: string, key_id: string, endpoint: string, outcome: UsageRow['outcome'], requests: number) => ({
  day,
  key_id,
  endpoint,
  outcome,
  requests,
});
const rows = [
  row('2026-02-28', 'key_a', '/try_on_outfit', 'succeeded', 2),
  row('2026-02-28', 'key_a', '/try_on_outfit', 'refused', 1),
  row('2026-03-01', 'key_b', '/images', 'succeeded', 7),
  row('2026-03-01', 'key_b', '/try_on_outfit', 'failed', 1),
];
const none = { succeeded: 0, refused: 0, failed: 0 };

describe('usage', () => {
  it('by day has every day up to the one that ends, oldest first, over the end of a month', () => {
    expect(byDay(rows, '2026-03-03T00:00:00.000Z', 4)).toEqual([
      { ...none, day: '2026-02-27' },
      { day: '2026-02-28', succeeded: 2, refused: 1, failed: 0 },
      { day: '2026-03-01', succeeded: 7, refused: 0, failed: 1 },
      { ...none, day: '2026-03-02' },
    ]);
  });

  it.each([
    [{}, { succeeded: 9, refused: 1, failed: 1 }],
    [{ key: 'key_b' }, { succeeded: 7, refused: 0, failed: 1 }],
    [{ endpoint: '/try_on_outfit' }, { succeeded: 2, refused: 1, failed: 1 }],
    [
      { key: 'key_b', endpoint: '/try_on_outfit' },
      { ...none, failed: 1 },
    ],
    [{ key: 'key_c' }, none],
    [
      { key: '', endpoint: '' },
      { succeeded: 9, refused: 1, failed: 1 },
    ],
  ])('given the filter %j, then counts what it lets through', (filter, counts) => {
    expect(countsOf(matching(rows, filter))).toEqual(counts);
  });

  it('by endpoint and by key begins with the most', () => {
    expect(groupedBy(rows, 'endpoint').map(({ name }) => name)).toEqual(['/images', '/try_on_outfit']);
    expect(groupedBy(rows, 'key_id')).toEqual([
      { name: 'key_b', succeeded: 7, refused: 0, failed: 1 },
      { name: 'key_a', succeeded: 2, refused: 1, failed: 0 },
    ]);
  });
});

test.each([
  [{ days: 30 }, '/usage'],
  [{ days: 7 }, '/usage?days=7'],
  [{ days: 30, key: 'key_1', endpoint: '/jobs/:id' }, '/usage?key=key_1&endpoint=%2Fjobs%2F%3Aid'],
])('%j is shown at %s', (shown, address) => {
  expect(addressOf(shown)).toBe(address);
  const { searchParams } = new URL(address, 'http://localhost');
  expect(shownOf(Object.fromEntries(searchParams))).toEqual(shown);
});

test.each(['0', '31', 'x', ''])('given days=%s, then thirty are shown', (days) => {
  expect(shownOf({ days }).days).toBe(30);
});
