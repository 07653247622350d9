import { type Kysely, sql, type Transaction } from 'kysely';
import type { WebhooksTables } from './tables.ts';
import type { UserEvent } from './user-event.ts';

/** The id follows from webhook and event, so that nothing is scheduled twice. */
export const deliveryIdOf = sql`'dlv_' || left(encode(sha256(convert_to(w.webhook_id || '/' || e.event_id, 'UTF8')), 'hex'), 24)`;

/** Where the log is applied again, events of before a webhook are not its own; clocks of services may differ by so much. */
const CLOCKS_DIFFER = sql`interval '30 seconds'`;

/**
 * Schedules a delivery of each event to each webhook that subscribes to it, in the transaction that adds the events to the feed:
 * exactly once. A test goes to the webhook that is tested only.
 *
 * What is in the feed but was not scheduled is scheduled, too: a rebuild may have gone further than the projection had.
 */
export async function scheduleDeliveries(
  trx: Transaction<WebhooksTables>,
  events: readonly UserEvent[],
): Promise<void> {
  const seqs = events.map(({ seq }) => seq);
  if (seqs.length === 0) return;
  await scheduleAfter(trx, Math.min(...seqs) - 1);
}

/** Schedules what a rebuild added to the feed, should no further event come. */
export const scheduleRest = (db: Kysely<WebhooksTables>): Promise<void> =>
  db.transaction().execute((trx) => scheduleAfter(trx, Number.MAX_SAFE_INTEGER));

/** @param most schedules from here on even if later events were scheduled: those were of another log */
async function scheduleAfter(trx: Transaction<WebhooksTables>, most: number): Promise<void> {
  const { rows } = await sql<{ seq: number }>`select seq::float8 as seq from scheduled for update`.execute(trx);
  const after = Math.min(rows[0]?.seq ?? most, most);
  await sql`
    insert into delivery (delivery_id, webhook_id, event_id, type, status, next_attempt_at)
    select ${deliveryIdOf}, w.webhook_id, e.event_id, e.type, 'pending', now()
    from user_event e join webhook w on w.user_id = e.user_id and w.status = 'enabled'
    where e.seq > ${after} and e.time > w.created_at - ${CLOCKS_DIFFER}
      and (e.type = any(w.events) or (e.type = 'webhook.test' and e.data->>'webhook_id' = w.webhook_id))
    on conflict (delivery_id) do nothing`.execute(trx);
  await sql`
    insert into scheduled (seq) select max(seq) from user_event where seq > ${after} having max(seq) is not null
    on conflict (id) do update set seq = excluded.seq`.execute(trx);
}
