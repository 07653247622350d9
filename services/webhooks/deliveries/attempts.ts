import { type PostOutcome, retryAfterMs } from '@styling/fetching';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Claimed } from './claim-deliveries.ts';

const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000];
/** Pauses after the first, second, … failed attempt: Svix's schedule, 28 hours in all. */
const PAUSES_MS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR];
/** Part of a pause added or taken off, so that receivers that failed together are not called together. */
const JITTER = 0.1;
/** The longest `Retry-After` that is heeded. */
const LONGEST_WAIT_MS = 24 * HOUR;
const FAILING_FOR_MS = 5 * 24 * HOUR;
/** … if so many attempts were made meanwhile: one event, and a second five days later, are no proof. */
const FAILED_ATTEMPTS = 10;
const GONE = 410;

type Settlement = {
  readonly status: 'succeeded' | 'failed' | 'pending';
  readonly pauseMs: number | null;
  readonly disabled: 'gone' | 'failing' | null;
};

/** Decides what follows from an attempt that ended at `now` (for dates in `Retry-After`). @param random 0 to 1 */
export function settleAttempt(
  { status, retryAfter }: PostOutcome,
  attempted: Pick<Claimed, 'attempt' | 'failingForMs' | 'failures'>,
  now: Date,
  random: number,
): Settlement {
  const failed = { status: 'failed', pauseMs: null } as const;
  if (status !== null && status >= 200 && status < 300) return { status: 'succeeded', pauseMs: null, disabled: null };
  if (status === GONE) return { ...failed, disabled: 'gone' };
  const isFailing = attempted.failingForMs >= FAILING_FOR_MS && attempted.failures + 1 >= FAILED_ATTEMPTS;
  if (isFailing) return { ...failed, disabled: 'failing' };
  const pause = PAUSES_MS[attempted.attempt - 1];
  if (pause === undefined) return { ...failed, disabled: null };
  const asked = Math.min(retryAfterMs(retryAfter, now) ?? 0, LONGEST_WAIT_MS);
  return { status: 'pending', pauseMs: Math.max(pause * (1 + JITTER * (2 * random - 1)), asked), disabled: null };
}

/**
 * Records an attempt, and what follows from it if its lease still holds. Locks the webhook's row first, as wherever it
 * is changed together with its deliveries.
 */
export function recordAttempt(
  db: Kysely<unknown>,
  { delivery_id, webhook_id, lease }: Pick<Claimed, 'delivery_id' | 'webhook_id' | 'lease'>,
  outcome: PostOutcome,
  latencyMs: number,
  { status, pauseMs, disabled }: Settlement,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await sql`select from webhook where webhook_id = ${webhook_id} for no key update`.execute(trx);
    await sql`
      insert into attempt (delivery_id, at, status, failure, latency_ms)
      select delivery_id, now() - ${latencyMs} * interval '1 ms', ${outcome.status}, ${outcome.failure}, ${latencyMs}
      from delivery where delivery_id = ${delivery_id}`.execute(trx);
    const { numAffectedRows } = await sql`
      update delivery set status = ${status}, attempts = attempts + 1, lease = null,
        next_attempt_at = now() + ${pauseMs}::float8 * interval '1 ms'
      where delivery_id = ${delivery_id} and lease = ${lease}`.execute(trx);
    if (numAffectedRows !== 1n) return;
    const hasFailed = status !== 'succeeded';
    await sql`
      update webhook set failing_since = case when ${hasFailed} then coalesce(failing_since, now()) end,
        failures = case when ${hasFailed} then failures + 1 else 0 end
      where webhook_id = ${webhook_id} and (${hasFailed} or failing_since is not null)`.execute(trx);
    if (disabled) await disableWebhook(trx, webhook_id, disabled);
  });
}

/** Disables an enabled webhook; its pending deliveries fail, until recovered. The moment is part of an event's id. */
export async function disableWebhook(
  trx: Transaction<unknown>,
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
  db: Kysely<unknown>,
  { delivery_id, lease }: Pick<Claimed, 'delivery_id' | 'lease'>,
  pauseMs: number,
): Promise<void> {
  await sql`
    update delivery set lease = null, next_attempt_at = now() + ${pauseMs} * interval '1 ms'
    where delivery_id = ${delivery_id} and lease = ${lease}`.execute(db);
}
