import { publish, readToHead } from '@styling/bus';
import { createEvent, imageDisowned, limits, subjects } from '@styling/contracts';
import { objectNames } from '@styling/objectstore';
import { waitForHeads } from '@styling/projections';
import { pause } from '@styling/service';
import { type Kysely, sql } from 'kysely';
import type { Candidate } from '../admission/admission.ts';
import { type GatewayDependencies, SOURCE } from '../dependencies.ts';
import { gatewayProjection } from '../gateway-projection.ts';
import { revoke } from '../keys/key-administration.ts';
import { listKeys } from '../keys/key-store.ts';
import { changeLimits, readLimits } from '../limits/user-limits.ts';
import { forgetSignIn, withdrawSignIn } from '../portal/sessions.ts';
import { endOverdue, runningRequests } from '../requests/end-request.ts';
import { KEY_LIFE_MS } from '../requests/request-headers.ts';
import { deleteUnrecorded } from './delete-orphans.ts';

export type Erasure = Pick<GatewayDependencies, 'bus' | 'db' | 'store' | 'log' | 'clock' | 'random' | 'name'>;

/** Delay after its deadline until a running request is ended here: normally the gateways' sweep does it. */
const OVERDUE_AFTER_MS = 30_000;

const POLL_INTERVAL_MS = 200;

/** Inputs and results of older requests were deleted by age; repeatable ones after {@link KEY_LIFE_MS} more. */
const ORPHANS_WITHIN_MS = limits.cancelAfterSeconds * 1000 + 3_600_000;

/**
 * The first half of erasing a user, idempotent: revokes keys, ends sessions, disowns what was made with them, takes
 * back grants, waits for running requests, deletes orphans. In this order, as a request admitted with a revoked key
 * ends itself (see `submitRequest`): once all slots are free no further one starts. Returns how many keys it revoked.
 * @throws ServiceError `unavailable`, also when no gateway projects
 */
export async function disownUser(erasure: Erasure, user_id: string): Promise<number> {
  const { bus, db, clock } = erasure;
  const keys = await listKeys(db, user_id);
  const unrevoked = keys.filter(({ status }) => status !== 'revoked');
  for (const { key_id } of unrevoked) await revoke(erasure, key_id);
  await withdrawSignIn(db, user_id, clock());
  // Includes ended sessions: their rows stay for this.
  const { rows: sessions } = await sql<{ key_id: string }>`
    select key_id from api_key where kind = 'session' and user_id = ${user_id}`.execute(db);
  for (const { key_id } of [...keys, ...sessions]) {
    await publish(bus, createEvent(imageDisowned, SOURCE, clock(), { key_id, user_id }));
  }
  // The last grant may only be in the log.
  await waitForHeads(bus, db, { name: gatewayProjection.name, sources: [subjects.allUserLimits] });
  const { daily, concurrency } = await readLimits(db, user_id);
  if (daily !== null || concurrency !== null) await changeLimits(erasure, user_id, { daily: null, concurrency: null });
  while (await isBusy(erasure, user_id)) await pause(POLL_INTERVAL_MS);
  await deleteOrphansOf(erasure, user_id);
  return unrevoked.length;
}

/** Whether a request of the user is still running; overdue ones are ended. */
async function isBusy(erasure: Erasure, user_id: string): Promise<boolean> {
  const running = await runningRequests(erasure.db, sql`user_id = ${user_id}`);
  const isOverdue = ({ deadline }: Candidate) => erasure.clock().getTime() > deadline.getTime() + OVERDUE_AFTER_MS;
  const overdue = running.filter(isOverdue);
  if (overdue.length > 0) await endOverdue(erasure, overdue);
  return running.length > 0;
}

async function deleteOrphansOf({ bus, store, clock, log }: Erasure, user_id: string): Promise<void> {
  const now = clock().getTime();
  for await (const { event } of readToHead(bus, { name: 'erase', filter: subjects.allAccepted, after: 0, log })) {
    if (event?.type !== 'request.accepted' || event.data.user_id !== user_id) continue;
    const { request_id, received_at, repeatable } = event.data;
    if (now - Date.parse(received_at) > ORPHANS_WITHIN_MS + (repeatable ? KEY_LIFE_MS : 0)) continue;
    await deleteUnrecorded({ bus, store }, event.data);
    await store.deleteAll(objectNames.ofRequest(request_id));
    await store.delete(objectNames.result({ request_id, repeatable }));
  }
}

/** Removes the user from all tables; returns how many keys. A row without limits stays: late changes set none. */
export const forgetUser = (db: Kysely<unknown>, user_id: string): Promise<number> =>
  db.transaction().execute(async (trx) => {
    for (const table of ['account_deletion', 'running', 'admission', 'idempotency_key']) {
      await sql`delete from ${sql.table(table)} where user_id = ${user_id}`.execute(trx);
    }
    await sql`update user_limit set daily = null, concurrency = null where user_id = ${user_id}`.execute(trx);
    await forgetSignIn(trx, user_id);
    const { rows } = await sql<{ kind: string }>`
      delete from api_key where user_id = ${user_id} returning kind`.execute(trx);
    return rows.filter(({ kind }) => kind === 'key').length;
  });
