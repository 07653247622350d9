import { type Kysely, sql } from 'kysely';

/** Derived from webhook and event, so that nothing is scheduled twice. */
export const deliveryIdOf = sql`'dlv_' || left(encode(sha256(convert_to(w.webhook_id || '/' || e.event_id, 'UTF8')), 'hex'), 24)`;

/** Bound on clock differences: when the log is applied again, events before a webhook are not its own. */
const CLOCKS_DIFFER = sql`interval '30 seconds'`;

/**
 * Schedules each unscheduled event of the feed, also what a rebuild added, to each subscribed webhook exactly once; a
 * test only to its own. `from`: position of the first event just added; if later ones were scheduled, they were of
 * another log.
 */
export async function scheduleDeliveries(db: Kysely<unknown>, from?: number): Promise<void> {
  // The planner expects few rows of a range, and takes the index; the offset makes each event look its webhooks up.
  await sql`
    with scheduled_up_to as (select seq from scheduled for update),
    unscheduled as (
      select event_id, user_id, type, time, data, seq from user_event
      where seq > least((select seq from scheduled_up_to), ${from === undefined ? null : from - 1}::bigint)
        and seq < ${sql.lit(Number.MAX_SAFE_INTEGER)}
    ),
    made as (
      insert into delivery (delivery_id, webhook_id, event_id, type, status, next_attempt_at)
      select ${deliveryIdOf}, w.webhook_id, e.event_id, e.type, 'pending', now()
      from unscheduled e,
        lateral (select * from webhook where webhook.user_id = e.user_id and status = 'enabled' offset 0) as w
      where e.time > w.created_at - ${CLOCKS_DIFFER}
        and (e.type = any(w.events) or (e.type = 'webhook.test' and e.data->>'webhook_id' = w.webhook_id))
      on conflict (delivery_id) do nothing
    )
    insert into scheduled (seq) select max(seq) from unscheduled having max(seq) is not null
    on conflict (id) do update set seq = excluded.seq`.execute(db);
}
