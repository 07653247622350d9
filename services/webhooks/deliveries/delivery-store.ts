import type { StoredDelivery } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { type Kysely, sql } from 'kysely';
import { findWebhook, lockEnabledWebhook } from '../endpoints/webhook-store.ts';
import { deliveryIdOf } from '../schedule-deliveries.ts';
import type { WebhooksTables } from '../tables.ts';
import { cursorAfter, parseDeliveryCursor } from './delivery-cursor.ts';

type Owned = { readonly user_id: string; readonly webhook_id: string };

const moment = (name: string) => sql`to_char(${sql.ref(name)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A {@link StoredDelivery} of the row `d`, as Postgres makes it. */
const STORED = sql`d.delivery_id, d.event_id, d.type, d.status, ${moment('d.created_at')} as created_at,
  ${moment('d.next_attempt_at')} as next_attempt_at, (
    select coalesce(json_agg(json_build_object('at', ${moment('a.at')}, 'status', a.status, 'failure', a.failure,
      'latency_ms', a.latency_ms) order by a.attempt_id), '[]')
    from (select * from attempt where attempt.delivery_id = d.delivery_id order by attempt_id desc limit 10) as a
  ) as attempts`;

/** A page of the deliveries to a webhook. */
export type DeliveryPage = { readonly deliveries: StoredDelivery[]; readonly next_cursor: string | null };

/** Deliveries to a webhook, newest first. @throws ServiceError `webhook_not_found`, `invalid_cursor` */
export async function listDeliveries(
  db: Kysely<WebhooksTables>,
  page: Owned & { readonly status: string | null; readonly limit: number; readonly cursor: string | null },
): Promise<DeliveryPage> {
  const { webhook_id, status, limit } = page;
  const after = parseDeliveryCursor(page.cursor);
  await findWebhook(db, page);
  const { rows } = await sql<StoredDelivery & { place: string }>`
    select ${STORED}, d.created_at::text as place from delivery d
    where d.webhook_id = ${webhook_id} and (${status}::text is null or d.status = ${status})
      and (d.created_at, d.delivery_id) < (${after?.created_at ?? 'infinity'}::timestamptz, ${after?.delivery_id ?? ''})
    order by d.created_at desc, d.delivery_id desc limit ${limit + 1}`.execute(db);
  const found = rows.slice(0, limit);
  const last = found.at(-1);
  return {
    deliveries: found.map(({ place, ...delivery }) => delivery),
    next_cursor:
      rows.length > limit && last ? cursorAfter({ created_at: last.place, delivery_id: last.delivery_id }) : null,
  };
}

/** Schedules a delivery again, at once and from the first attempt on. @throws ServiceError `delivery_not_found` and of the webhook */
export function redeliver(
  db: Kysely<WebhooksTables>,
  { delivery_id, ...owned }: Owned & { readonly delivery_id: string },
): Promise<StoredDelivery> {
  return db.transaction().execute(async (trx) => {
    await lockEnabledWebhook(trx, owned);
    const { rows } = await sql<StoredDelivery>`
      update delivery d set status = 'pending', attempts = 0, next_attempt_at = now(), lease = null
      where delivery_id = ${delivery_id} and webhook_id = ${owned.webhook_id} returning ${STORED}`.execute(trx);
    if (!rows[0]) throw new ServiceError('delivery_not_found');
    return rows[0];
  });
}

/**
 * Schedules what has happened since a moment, as far as the feed goes back, and neither arrived nor is on its way.
 *
 * @returns how many deliveries
 */
export function recoverDeliveries(
  db: Kysely<WebhooksTables>,
  { since, ...owned }: Owned & { readonly since: string },
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { webhook_id, events } = await lockEnabledWebhook(trx, owned);
    const { numAffectedRows = 0n } = await sql`
      insert into delivery as d (delivery_id, webhook_id, event_id, type, status, next_attempt_at)
      select ${deliveryIdOf}, w.webhook_id, e.event_id, e.type, 'pending', now()
      from user_event e join webhook w on w.user_id = e.user_id and w.webhook_id = ${webhook_id}
      where e.time >= ${since}::timestamptz and e.type = any(${events}::text[])
      on conflict (delivery_id) do update set status = 'pending', attempts = 0, next_attempt_at = now(), lease = null
        where d.status = 'failed'`.execute(trx);
    return Number(numAffectedRows);
  });
}
