import { execute, type Statement } from '@styling/projections';
import { type Kysely, sql } from 'kysely';
import type { WebhooksTables } from './tables.ts';

/** The id follows from webhook and event, so that nothing is scheduled twice. */
export const deliveryIdOf = sql`'dlv_' || left(encode(sha256(convert_to(w.webhook_id || '/' || e.event_id, 'UTF8')), 'hex'), 24)`;

/** Where the log is applied again, events of before a webhook are not its own; clocks of services may differ by so much. */
const CLOCKS_DIFFER = sql`interval '30 seconds'`;

const COLUMNS = sql`event_id, user_id, type, time, data, seq`;

/**
 * Schedules a delivery of each event of the part `fed`, in the statement that adds it to the feed, to each webhook that subscribes to
 * it: exactly once. A test goes to the webhook that is tested only.
 *
 * What is in the feed but was not scheduled is scheduled, too: a rebuild may have gone further than the projection had. If later
 * events were scheduled than are fed now, those were of another log.
 */
export const scheduleDeliveries: Statement = schedule(
  sql`least((select seq from scheduled_up_to), (select min(seq) - 1 from fed))`,
  sql`union all select ${COLUMNS} from fed`,
);

/** Schedules what a rebuild added to the feed, should no further event come. */
export const scheduleRest = (db: Kysely<WebhooksTables>): Promise<void> =>
  execute(schedule(sql`(select seq from scheduled_up_to)`, sql``), db);

/** @param after schedules what is in the feed behind this position, and `more` */
function schedule(after: ReturnType<typeof sql>, more: ReturnType<typeof sql>): Statement {
  return {
    scheduled_up_to: sql`select seq from scheduled for update`,
    // Of a range the planner expects few rows, and takes the index.
    unscheduled: sql`
      select ${COLUMNS} from user_event where seq > ${after} and seq < ${sql.lit(Number.MAX_SAFE_INTEGER)} ${more}`,
    // With an offset each event looks its webhooks up, however many events the planner expects.
    made: sql`
      insert into delivery (delivery_id, webhook_id, event_id, type, status, next_attempt_at)
      select ${deliveryIdOf}, w.webhook_id, e.event_id, e.type, 'pending', now()
      from unscheduled e,
        lateral (select * from webhook where webhook.user_id = e.user_id and status = 'enabled' offset 0) as w
      where e.time > w.created_at - ${CLOCKS_DIFFER}
        and (e.type = any(w.events) or (e.type = 'webhook.test' and e.data->>'webhook_id' = w.webhook_id))
      on conflict (delivery_id) do nothing`,
    scheduled_now: sql`
      insert into scheduled (seq) select max(seq) from unscheduled having max(seq) is not null
      on conflict (id) do update set seq = excluded.seq`,
  };
}
