import type { Client } from '@styling/client';
import type { Key } from './key-list.ts';

/**
 * Reads pages of the user's keys: all that work, and of those that are revoked as many as `pages` have.
 *
 * @throws ApiError, ConnectionError
 */
export async function readKeys(
  client: Pick<Client, 'call'>,
  pages: number,
  signal: AbortSignal,
): Promise<{ keys: Key[]; hasMore: boolean }> {
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
