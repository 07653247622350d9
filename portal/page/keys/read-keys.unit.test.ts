import { expect, test } from 'vitest';
import type { Key } from './key-list.ts';
import { readKeys } from './read-keys.ts';

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
