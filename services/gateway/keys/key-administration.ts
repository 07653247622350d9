import { publish } from '@styling/bus';
import { createEvent, idFrom, keyCreated, keyRevoked } from '@styling/contracts';
import type { GatewayDependencies } from '../gateway.ts';
import { SOURCE } from '../http/record-answer.ts';
import { digestOf, KEY_RANDOM_BYTES, newApiKey } from './api-key.ts';
import { insertKey, type ListedKey, revokeKey } from './key-store.ts';

/** Dependencies of key administration. */
export type KeyAdministration = Pick<GatewayDependencies, 'bus' | 'db' | 'clock' | 'random'>;

/**
 * Creates a key for `user_id`. The event is published first: an event of a key that was never stored does no harm.
 *
 * @param may_manage whether it may manage its user's keys
 * @returns the key with its secret, `key`, which is never shown again
 */
export async function createKey(
  { db, bus, clock, random }: KeyAdministration,
  user_id: string,
  name: string,
  may_manage = false,
) {
  const now = clock();
  const key = newApiKey(random(KEY_RANDOM_BYTES));
  const key_id = idFrom('key', random(12));
  await publish(bus, createEvent(keyCreated, SOURCE, now, { key_id, user_id }));
  await insertKey(db, { key_id, user_id, name, digest: digestOf(key), created_at: now, may_manage });
  return { key_id, user_id, name, key };
}

/** Revokes a key immediately and publishes it; undefined if there is no such key. Idempotent. */
export async function revoke({ db, bus, clock }: KeyAdministration, key_id: string): Promise<ListedKey | undefined> {
  const revoked = await revokeKey(db, key_id, clock());
  if (!revoked) return undefined;
  const { user_id, revoked_at } = revoked;
  await publish(bus, createEvent(keyRevoked, SOURCE, revoked_at ?? clock(), { key_id, user_id }));
  return revoked;
}
