import type { Client, Output } from '@styling/client';

/** A key, as `GET /keys` lists it. */
export type Key = Output<'listKeys'>['keys'][number];

/** A key that works, and the one that replaces it, if there is one. */
export type ListedKey = { readonly key: Key; readonly replacement?: Key | undefined };

/** The days of which a row shows the requests. */
export const WEEK = 7;

/**
 * Reads pages of the user's keys, oldest first: all that work, and of those that are revoked as many as `pages` have.
 *
 * @throws ApiError, ConnectionError
 */
export async function readKeys(client: Pick<Client, 'call'>, pages: number, signal: AbortSignal) {
  const keys: Key[] = [];
  let cursor: string | undefined;
  for (let page = 1; ; page++) {
    const read = await client.call('listKeys', { query: { ...(cursor && { cursor }) } }, { signal });
    keys.push(...read.keys);
    cursor = read.next_cursor;
    const isEnough = page >= pages && read.keys.some(({ status }) => status === 'revoked');
    if (cursor === undefined || isEnough) return { keys, hasMore: cursor !== undefined };
  }
}

/** Keys that work, newest first, and revoked ones, latest first. A key is replaced by the newest of its name. @param keys oldest first */
export function keyLists(keys: readonly Key[]): { working: ListedKey[]; revoked: Key[] } {
  const working = keys.filter(({ status }) => status !== 'revoked').toReversed();
  const replacementOf = (key: Key, index: number) => working.slice(0, index).find(({ name }) => name === key.name);
  return {
    working: working.map((key, index) => ({ key, replacement: replacementOf(key, index) })),
    revoked: keys
      .filter(({ status }) => status === 'revoked')
      .toSorted((a, b) => ((a.revoked_at ?? '') < (b.revoked_at ?? '') ? 1 : -1)),
  };
}

/** Requests of each key. */
export function requestsByKey(days: readonly { readonly key_id: string; readonly requests: number }[]) {
  const counts = new Map<string, number>();
  for (const { key_id, requests } of days) counts.set(key_id, (counts.get(key_id) ?? 0) + requests);
  return counts;
}

/** The beginning and end of a key's id, e.g. `key_5f2b…9304`. */
export const shortKeyId = (key_id: string): string => `${key_id.slice(0, 8)}…${key_id.slice(-4)}`;
