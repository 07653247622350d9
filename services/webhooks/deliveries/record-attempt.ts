import { type Kysely, sql, type Transaction } from 'kysely';
import type { WebhooksTables } from '../tables.ts';
import type { Claimed } from './claim-deliveries.ts';
import type { Outcome, Settlement } from './settle-attempt.ts';

/** An attempt that has ended. */
export type Ended = Pick<Claimed, 'delivery_id' | 'webhook_id' | 'lease'> & {
  readonly outcome: Outcome;
  readonly latencyMs: number;
  readonly settlement: Settlement;
};

/**
 * Records an attempt, and what follows from it if its lease still holds: an attempt that took too long happened as well. The row
 * of the webhook is locked first, here and wherever it is changed together with its deliveries.
 */
export function recordAttempt(db: Kysely<WebhooksTables>, ended: Ended): Promise<void> {
  const { delivery_id, webhook_id, lease, outcome, latencyMs, settlement } = ended;
  const { delivery, disabled } = settlement;
  return db.transaction().execute(async (trx) => {
    await sql`select from webhook where webhook_id = ${webhook_id} for no key update`.execute(trx);
    await sql`
      insert into attempt (delivery_id, at, status, failure, latency_ms)
      select delivery_id, now() - ${latencyMs} * interval '1 ms', ${outcome.status}, ${outcome.failure}, ${latencyMs}
      from delivery where delivery_id = ${delivery_id}`.execute(trx);
    const pauseMs = delivery.status === 'pending' ? delivery.pauseMs : null;
    const { numAffectedRows } = await sql`
      update delivery set status = ${delivery.status}, attempts = attempts + 1, lease = null,
        next_attempt_at = now() + ${pauseMs}::float8 * interval '1 ms'
      where delivery_id = ${delivery_id} and lease = ${lease}`.execute(trx);
    if (numAffectedRows !== 1n) return;
    if (delivery.status === 'succeeded') {
      await sql`
        update webhook set failing_since = null, failures = 0
        where webhook_id = ${webhook_id} and failing_since is not null`.execute(trx);
      return;
    }
    await sql`
      update webhook set failing_since = coalesce(failing_since, now()), failures = failures + 1
      where webhook_id = ${webhook_id}`.execute(trx);
    if (disabled) await disableWebhook(trx, webhook_id, disabled);
  });
}

/** Disables a webhook if it is enabled; what was on its way has failed, until it is recovered. Its moment is part of an event's id. */
export async function disableWebhook(
  trx: Transaction<WebhooksTables>,
  webhook_id: string,
  reason: 'requested' | 'failing' | 'gone',
): Promise<void> {
  await sql`
    update webhook set status = 'disabled', disabled_reason = ${reason}, disabled_at = date_trunc('milliseconds', now()),
      is_announced = ${reason === 'requested'}
    where webhook_id = ${webhook_id} and status = 'enabled'`.execute(trx);
  await sql`
    update delivery set status = 'failed', next_attempt_at = null, lease = null
    where webhook_id = ${webhook_id} and status = 'pending'`.execute(trx);
}

/** Gives a claimed delivery back, unsent, until `pauseMs` from now; it counts as no attempt. */
export async function postponeDelivery(
  db: Kysely<WebhooksTables>,
  { delivery_id, lease }: Pick<Claimed, 'delivery_id' | 'lease'>,
  pauseMs: number,
): Promise<void> {
  await sql`
    update delivery set lease = null, next_attempt_at = now() + ${pauseMs} * interval '1 ms'
    where delivery_id = ${delivery_id} and lease = ${lease}`.execute(db);
}
