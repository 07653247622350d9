import { publish, readToHead } from '@styling/bus';
import { createEvent, imageDisowned, subjects } from '@styling/contracts';
import { objectNames } from '@styling/objectstore';
import { pause, ServiceError } from '@styling/service';
import type { Kysely } from 'kysely';
import { KEY_LIFE_MS } from '../admission/idempotency-key.ts';
import type { GatewayDependencies } from '../dependencies.ts';
import { SOURCE } from '../http/record-answer.ts';
import { revoke } from '../keys/key-administration.ts';
import { listKeys } from '../keys/key-store.ts';
import { abandon } from '../requests/abandon.ts';
import type { GatewayTables } from '../tables.ts';

/** What erasing a user works on. */
export type Erasure = Pick<GatewayDependencies, 'bus' | 'db' | 'store' | 'log' | 'clock' | 'random'>;

/** How long after its deadline a running request is ended here, in ms: the gateways' sweep has the first say. */
const OVERDUE_AFTER_MS = 30_000;

/** How long the log may be away while one is ended, in ms. */
const PATIENCE_MS = 3_000;

/** How often it is looked whether the running request has ended, in ms. */
const LOOK_EVERY_MS = 200;

/** Inputs and results of requests older than this went by age long ago, in ms; see {@link KEY_LIFE_MS} for other results. */
const REMNANTS_WITHIN_MS = 3_600_000;

/**
 * The first half of erasing a user: revokes all keys, disowns what was made with them, waits until the user's running
 * request has ended, and deletes inputs and results that were left. In this order: a request that is admitted after its
 * key was revoked ends itself (see `submitRequest`), so that once the slot is free no further one begins. What a worker
 * finishes all the same is disowned already. Safe to repeat.
 *
 * @returns how many keys were revoked by this call
 */
export async function disownUser(erasure: Erasure, user_id: string): Promise<number> {
  const { bus, db, clock } = erasure;
  const keys = await listKeys(db, user_id);
  for (const { key_id } of keys) await revoke(erasure, key_id);
  for (const { key_id } of keys) {
    await publish(bus, createEvent(imageDisowned, SOURCE, clock(), { key_id, user_id }));
  }
  while (await isBusy(erasure, user_id)) await pause(LOOK_EVERY_MS);
  await deleteRemnantsOf(erasure, user_id);
  return keys.filter(({ status }) => status !== 'revoked').length;
}

/** Whether a request of the user still runs; one that nobody ended in time is ended here. */
async function isBusy(erasure: Erasure, user_id: string): Promise<boolean> {
  const running = await erasure.db
    .selectFrom('admission')
    .select(['request_id', 'key_id', 'endpoint', 'received_at', 'deadline'])
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  const { request_id, key_id, endpoint, received_at, deadline } = running ?? {};
  if (!request_id || !key_id || !endpoint || !received_at || !deadline) return false;
  if (erasure.clock().getTime() > deadline.getTime() + OVERDUE_AFTER_MS) {
    const request = { request_id, user_id, key_id, endpoint, received_at };
    await abandon(erasure, request, new ServiceError('deadline_exceeded'), PATIENCE_MS);
  }
  return true;
}

async function deleteRemnantsOf({ bus, store, clock, log }: Erasure, user_id: string): Promise<void> {
  const now = clock().getTime();
  for await (const { event } of readToHead(bus, { name: 'erase', filter: subjects.allAccepted, after: 0, log })) {
    if (event?.type !== 'request.accepted' || event.data.user_id !== user_id) continue;
    const { request_id, received_at, repeatable } = event.data;
    if (now - Date.parse(received_at) > REMNANTS_WITHIN_MS + (repeatable ? KEY_LIFE_MS : 0)) continue;
    await store.deleteAll(objectNames.ofRequest(request_id));
    await store.delete(objectNames.result({ request_id, repeatable }));
  }
}

/**
 * The last step: after it no table says whose the keys were.
 *
 * @returns how many keys were removed
 */
export const forgetUser = (db: Kysely<GatewayTables>, user_id: string): Promise<number> =>
  db.transaction().execute(async (trx) => {
    await trx.deleteFrom('admission').where('user_id', '=', user_id).execute();
    await trx.deleteFrom('idempotency_key').where('user_id', '=', user_id).execute();
    const { numDeletedRows } = await trx.deleteFrom('api_key').where('user_id', '=', user_id).executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  });
