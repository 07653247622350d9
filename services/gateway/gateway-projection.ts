import type { Bus } from '@styling/bus';
import { type StylingEvent, subjects } from '@styling/contracts';
import { type Projection, waitForHeads } from '@styling/projections';
import { backoff, pause } from '@styling/service';
import type { Logger } from '@styling/telemetry';
import { type Kysely, sql } from 'kysely';
import { releaseAll } from './admission/release.ts';
import { applyCharges } from './budget/budget.ts';
import { revokeAll } from './keys/key-store.ts';
import { applyLimits } from './limits/user-limits.ts';

/** Folds the log into part of the gateway's tables; a rebuild folds on top of them, and changes nothing right. */
export const gatewayProjection: Projection = {
  name: 'gateway',
  sources: [
    subjects.allCompleted,
    subjects.allCancelRequests,
    subjects.allRevocations,
    subjects.allUserLimits,
    subjects.allCharges,
  ],
  tables: [],
  async apply(trx, batch) {
    const events = batch.map(({ event }) => event);
    const endings = events.flatMap((event) => (event.type === 'request.completed' ? [event.data] : []));
    const revocations = events.flatMap((event) => (event.type === 'key.revoked' ? [event] : []));
    const changes = events.flatMap((event) => (event.type === 'user.limits_changed' ? [event.data] : []));
    const charges = events.flatMap((event) => (event.type === 'request.charged' ? [event] : []));
    await noteCancelRequests(trx, events);
    if (endings.length > 0) await releaseAll(trx, endings);
    if (revocations.length > 0) await revokeAll(trx, revocations);
    if (changes.length > 0) await applyLimits(trx, changes);
    if (charges.length > 0) await applyCharges(trx, charges);
  },
};

async function noteCancelRequests(db: Kysely<unknown>, events: readonly StylingEvent[]): Promise<void> {
  const asked = events.filter(({ type }) => type === 'request.cancel_requested');
  if (asked.length === 0) return;
  await sql`
    insert into cancel_request (request_id, requested_at)
    select r.request_id, asked.at
    from unnest(${asked.map(({ subject }) => subject)}::text[], ${asked.map(({ time }) => time)}::timestamptz[])
      as asked (request_id, at)
    join running as r on r.request_id = asked.request_id
    on conflict do nothing`.execute(db);
}

/** Waits until the log is projected, by any replica: an older copy may have keys that it revoked. Retries for ever. */
export async function catchUp(bus: Bus, db: Kysely<unknown>, log: Logger, stopping: AbortSignal): Promise<void> {
  for (let failures = 0; !stopping.aborted; failures++) {
    try {
      return await waitForHeads(bus, db, gatewayProjection);
    } catch (error) {
      log.warn({ err: error, failures }, 'not caught up with the log; will retry');
      await pause(backoff(failures, 100, 2_000, Math.random()), stopping);
    }
  }
}
