import { type Bus, publish } from '@styling/bus';
import { createEvent, idFrom, keyCreated, keyRevoked } from '@styling/contracts';
import type { Kysely } from 'kysely';
import { SOURCE } from '../http/record-answer.ts';
import type { GatewayTables } from '../tables.ts';
import { digestOf, KEY_RANDOM_BYTES, newApiKey } from './api-key.ts';
import { insertKey, type ListedKey, revokeKey } from './key-store.ts';

/** Dependencies of key administration. */
export type KeyAdministration = {
  readonly db: Kysely<GatewayTables>;
  readonly bus: Bus;
  readonly clock: () => Date;
  readonly random: (bytes: number) => Uint8Array;
};

/** A new key; `key` is its secret, which is never shown again. */
export type CreatedKey = {
  readonly key_id: string;
  readonly user_id: string;
  readonly name: string;
  readonly key: string;
};

/** Creates a key for `user_id`. The event is published first: an event of a key that was never stored does no harm. */
export async function createKey(deps: KeyAdministration, user_id: string, name: string): Promise<CreatedKey> {
  const now = deps.clock();
  const key = newApiKey(deps.random(KEY_RANDOM_BYTES));
  const key_id = idFrom('key', deps.random(12));
  await publish(deps.bus, createEvent(keyCreated, SOURCE, now, { key_id, user_id }));
  await insertKey(deps.db, { key_id, user_id, name, digest: digestOf(key), created_at: now });
  return { key_id, user_id, name, key };
}

/** Revokes a key immediately and publishes it; undefined if there is no such key. Idempotent. */
export async function revoke(deps: KeyAdministration, key_id: string): Promise<ListedKey | undefined> {
  const revoked = await revokeKey(deps.db, key_id, deps.clock());
  if (!revoked) return undefined;
  const { user_id, revoked_at } = revoked;
  await publish(deps.bus, createEvent(keyRevoked, SOURCE, revoked_at ?? deps.clock(), { key_id, user_id }));
  return revoked;
}
