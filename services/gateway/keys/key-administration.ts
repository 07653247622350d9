import { DUPLICATE_WINDOW_MS } from '@styling/bus';
import { createEvent, idFrom, keyCreated, keyRevoked, limits } from '@styling/contracts';
import { reachDatabase } from '@styling/database';
import { ServiceError } from '@styling/service';
import { sql } from 'kysely';
import { changesOf, countChanges, OWNERS_SHARE } from '../admission/changes.ts';
import { type GatewayDependencies, SOURCE } from '../dependencies.ts';
import { publishOrStore } from '../upkeep/outbox.ts';
import { digestOf, KEY_RANDOM_BYTES, newSecret } from './api-key.ts';
import { LISTED, type ListedKey, listUnrevoked } from './key-store.ts';

export type KeyAdministration = Pick<GatewayDependencies, 'bus' | 'db' | 'clock' | 'random' | 'log'>;

/** Its secret, `key`, is never shown again. */
export type CreatedKey = Readonly<Record<'key_id' | 'user_id' | 'name' | 'key', string>>;

/** Creates a key for an operator, without a limit. @param may_manage whether it may manage its user's keys */
export const createKey = async (
  deps: KeyAdministration,
  user_id: string,
  name: string,
  may_manage = false,
): Promise<CreatedKey> => announce(deps, await store(deps, user_id, name, may_manage));

/**
 * Creates a key at its user's request, exactly within the limit: counting the change locks the user's row until the key
 * is stored. Its revocation is charged here, so that it is always possible.
 * @throws ServiceError `too_many_keys`, `too_many_changes`, `unavailable`; there is no key then
 */
export async function createOwnKey(
  deps: KeyAdministration & Pick<GatewayDependencies, 'dailyLimit'>,
  user_id: string,
  name: string,
): Promise<CreatedKey> {
  const created = await reachDatabase(() =>
    deps.db.transaction().execute(async (db) => {
      await countChanges({ ...deps, db }, user_id, changesOf.key, OWNERS_SHARE);
      if ((await listUnrevoked(db, user_id)).length >= limits.activeKeys) throw new ServiceError('too_many_keys');
      return store({ ...deps, db }, user_id, name, false);
    }),
  );
  return announce(deps, created);
}

async function store({ db, clock, random }: KeyAdministration, user_id: string, name: string, may_manage: boolean) {
  const key = newSecret('key', random(KEY_RANDOM_BYTES));
  const key_id = idFrom('key', random(12));
  await sql`
    insert into api_key (key_id, user_id, name, digest, status, created_at, may_manage)
    values (${key_id}, ${user_id}, ${name}, ${digestOf(key)}, 'active', ${clock()}, ${may_manage})`.execute(db);
  return { key_id, user_id, name, key };
}

async function announce(deps: KeyAdministration, created: CreatedKey): Promise<CreatedKey> {
  const { key_id, user_id } = created;
  await publishOrStore(deps, createEvent(keyCreated, SOURCE, deps.clock(), { key_id, user_id }));
  return created;
}

/**
 * Revokes a key (of `user_id`, if given) at once and publishes it; undefined without such a key. Idempotent: a
 * revocation longer ago than the server recognises a duplicate is not published again.
 */
export async function revoke(deps: KeyAdministration, key_id: string, user_id: string | null = null) {
  const now = deps.clock();
  const { rows } = await sql<ListedKey>`
    update api_key set status = 'revoked', revoked_at = coalesce(revoked_at, ${now})
    where kind = 'key' and key_id = ${key_id} and user_id = coalesce(${user_id}::text, user_id)
    returning ${LISTED}`.execute(deps.db);
  const [revoked] = rows;
  const at = revoked?.revoked_at ?? now;
  if (revoked && now.getTime() - at.getTime() < DUPLICATE_WINDOW_MS) {
    await publishOrStore(deps, createEvent(keyRevoked, SOURCE, at, { key_id, user_id: revoked.user_id }));
  }
  return revoked;
}
