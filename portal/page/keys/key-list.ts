import type { Output } from '@styling/client';

/** A key, as `GET /keys` lists it. */
export type Key = Output<'listKeys'>['keys'][number];

/** A key that works, and the one that replaces it, if there is one. */
export type ListedKey = { readonly key: Key; readonly replacement?: Key | undefined };

/** Keys that work, newest first, and those that are revoked, latest first. */
export type KeyLists = { readonly working: readonly ListedKey[]; readonly revoked: readonly Key[] };

/** Sorts keys. One is replaced by the newest of the same name that works. @param keys oldest first */
export function keyLists(keys: readonly Key[]): KeyLists {
  const working = keys.filter(({ status }) => status !== 'revoked').toReversed();
  const revoked = keys.filter(({ status }) => status === 'revoked');
  return {
    working: working.map((key, index) => ({
      key,
      replacement: working.slice(0, index).find(({ name }) => name === key.name),
    })),
    revoked: revoked.toSorted((a, b) => ((a.revoked_at ?? '') < (b.revoked_at ?? '') ? 1 : -1)),
  };
}

/** Requests of each key. */
export function requestsByKey(
  days: readonly { readonly key_id: string; readonly requests: number }[],
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { key_id, requests } of days) counts.set(key_id, (counts.get(key_id) ?? 0) + requests);
  return counts;
}
