import { expect, test } from 'vitest';
import { createReadCounts } from './read-counts.ts';

const caller = { key_id: 'key_1', user_id: 'alice' };
const at = (time: string) => new Date(`2026-03-04T${time}Z`);

test('given answers within a minute, then they are one count by endpoint, with those that were refused or failed', () => {
  const counts = createReadCounts();
  for (const status of [200, 202, 404, 503]) counts.add(caller, '/jobs/:id', status, at('10:00:01'));
  counts.add(caller, '/jobs', 200, at('10:00:59'));
  counts.add(caller, '/jobs', 200, at('10:01:00'));
  const minute = '2026-03-04T10:00:00.000Z';
  expect(counts.due(at('10:01:30')).map(([, counted]) => counted)).toEqual([
    {
      ...caller,
      minute,
      requests: { '/jobs/:id': 4, '/jobs': 1 },
      refused: { '/jobs/:id': 1 },
      failed: { '/jobs/:id': 1 },
    },
  ]);
  expect(counts.due()).toHaveLength(2);
});
