import { expect, test } from 'vitest';
import { type Key, keyLists, requestsByKey } from './key-list.ts';

const key = (key_id: string, name: string, revoked_at: string | null = null): Key => ({
  ...{ key_id, name, status: revoked_at ? 'revoked' : 'active', may_manage: false },
  ...{ created_at: '2026-03-04T10:00:00.000Z', last_used_at: null, revoked_at },
});

test('given keys, then those that work come newest first, and revoked ones latest first', () => {
  const { working, revoked } = keyLists([
    key('key_1', 'a', '2026-03-05T00:00:00.000Z'),
    key('key_2', 'b'),
    key('key_3', 'c', '2026-03-06T00:00:00.000Z'),
    key('key_4', 'd'),
  ]);
  expect(working.map((listed) => listed.key.key_id)).toEqual(['key_4', 'key_2']);
  expect(revoked.map(({ key_id }) => key_id)).toEqual(['key_3', 'key_1']);
});

test('given keys of the same name, then older ones are replaced by the newest that works', () => {
  const { working } = keyLists([
    key('key_1', 'shop'),
    key('key_2', 'other'),
    key('key_3', 'shop'),
    key('key_4', 'shop'),
    key('key_5', 'shop', '2026-03-05T00:00:00.000Z'),
  ]);
  expect(working.map((listed) => [listed.key.key_id, listed.replacement?.key_id])).toEqual([
    ['key_4', undefined],
    ['key_3', 'key_4'],
    ['key_2', undefined],
    ['key_1', 'key_4'],
  ]);
});

test('requests of a key are those of all its days and outcomes', () => {
  const counts = requestsByKey([
    { key_id: 'key_1', requests: 2 },
    { key_id: 'key_2', requests: 5 },
    { key_id: 'key_1', requests: 3 },
  ]);
  expect([counts.get('key_1'), counts.get('key_2'), counts.get('key_3')]).toEqual([5, 5, undefined]);
});
