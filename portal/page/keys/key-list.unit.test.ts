import { expect, test } from 'vitest';
import { type Key, keyLists, readKeys, requestsByKey } from './key-list.ts';

const key = (key_id: string, name: string, revoked_at: string | null = null): Key => ({
  key_id,
  name,
  status: revoked_at ? 'revoked' : 'active',
  may_manage: false,
  created_at: '2026-03-04T10:00:00.000Z',
  last_used_at: null,
  revoked_at,
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

/** A service whose pages have keys with these states. */
const service = (...pages: Key['status'][][]) => {
  const call = async (_: string, { query }: { query: { cursor?: string } }) => {
    const page = Number(query.cursor ?? 0);
    const keys = (pages[page] ?? []).map((status, index) => ({ key_id: `key_${page}${index}`, status }));
    return { keys, ...(page + 1 < pages.length && { next_cursor: String(page + 1) }) };
  };
  return { call } as unknown as Parameters<typeof readKeys>[0];
};
const read = async (client: ReturnType<typeof service>, pages: number) => {
  const { keys, hasMore } = await readKeys(client, pages, new AbortController().signal);
  return [keys.map(({ key_id }) => key_id), hasMore];
};

test('given more pages than are asked for, then reads as many, and says that there are more', async () => {
  const client = service(['active', 'revoked'], ['revoked'], ['revoked']);
  expect(await read(client, 1)).toEqual([['key_00', 'key_01'], true]);
  expect(await read(client, 2)).toEqual([['key_00', 'key_01', 'key_10'], true]);
  expect(await read(client, 9)).toEqual([['key_00', 'key_01', 'key_10', 'key_20'], false]);
});

test('given more keys that work than a page has, then reads all of them', async () => {
  const client = service(['active'], ['active', 'revoked'], ['revoked']);
  expect(await read(client, 1)).toEqual([['key_00', 'key_10', 'key_11'], true]);
});
