import { deliveryId, listDeliveries, recoverDeliveries, redeliver, type StoredDelivery } from '@styling/contracts';
import { isoTime, pageOf, parseCursor, type ReadModel, waitForHeads } from '@styling/projections';
import { ServiceError } from '@styling/service';
import { observe } from '@styling/telemetry';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { deliveryIdOf, feedProjection } from '../feed-projection.ts';
import { findWebhook, lockEnabledWebhook } from '../webhook-queries.ts';
import type { WebhooksParts } from './run-sender.ts';

const KEPT_DAYS = 30;
const FORGOTTEN_AT_ONCE = 10_000;

const STORED = sql`d.delivery_id, d.event_id, d.type, d.status, ${isoTime('d.created_at')} as created_at,
  ${isoTime('d.next_attempt_at')} as next_attempt_at, (
    select coalesce(json_agg(json_build_object('at', ${isoTime('a.at')}, 'status', a.status, 'failure', a.failure,
      'latency_ms', a.latency_ms) order by a.attempt_id), '[]')
    from (select * from attempt where attempt.delivery_id = d.delivery_id order by attempt_id desc limit 10) as a
  ) as attempts`;

/** Answers delivery queries, on any replica, each including what was answered before. @param wake wakes the sender */
export function answerDeliveryQueries({ bus, db }: WebhooksParts, { answer }: ReadModel, wake: () => void): void {
  const untilScheduled = () => waitForHeads(bus, db, feedProjection);
  answer(listDeliveries, async ({ status, limit, cursor, ...owned }) => {
    await untilScheduled();
    const after = parseCursor(cursor, deliveryId);
    await findWebhook(db, owned);
    // Places are to the microsecond, as in a cursor.
    const { rows } = await sql<StoredDelivery & { place: string }>`
      select ${STORED}, to_char(d.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as place
      from delivery d
      where d.webhook_id = ${owned.webhook_id} and (${status}::text is null or d.status = ${status})
        and (d.created_at, d.delivery_id) < (${after?.created_at ?? 'infinity'}::timestamptz, ${after?.id ?? ''})
      order by d.created_at desc, d.delivery_id desc limit ${limit + 1}`.execute(db);
    const positionOf = (last: (typeof rows)[number]) => ({ created_at: last.place, id: last.delivery_id });
    const { items, next_cursor } = pageOf(rows, limit, positionOf);
    return { deliveries: items.map(({ place, ...delivery }) => delivery), next_cursor };
  });
  answer(redeliver, async ({ delivery_id, ...owned }) => {
    const delivery = await db.transaction().execute(async (trx) => {
      await lockEnabledWebhook(trx, owned);
      const { rows } = await sql<StoredDelivery>`
        update delivery d set status = 'pending', attempts = 0, next_attempt_at = now(), lease = null
        where delivery_id = ${delivery_id} and webhook_id = ${owned.webhook_id} returning ${STORED}`.execute(trx);
      return rows[0];
    });
    if (!delivery) throw new ServiceError('delivery_not_found');
    wake();
    return { delivery };
  });
  answer(recoverDeliveries, async ({ since, ...owned }) => {
    await untilScheduled();
    const { numAffectedRows = 0n } = await db.transaction().execute(async (trx) => {
      const { webhook_id, events } = await lockEnabledWebhook(trx, owned);
      return sql`
        insert into delivery as d (delivery_id, webhook_id, event_id, type, status, next_attempt_at)
        select ${deliveryIdOf}, w.webhook_id, e.event_id, e.type, 'pending', now()
        from user_event e join webhook w on w.user_id = e.user_id and w.webhook_id = ${webhook_id}
        where e.time >= ${since}::timestamptz and e.type = any(${events}::text[])
        on conflict (delivery_id) do update set status = 'pending', attempts = 0, next_attempt_at = now(), lease = null
          where d.status = 'failed'`.execute(trx);
    });
    wake();
    return { scheduled: Number(numAffectedRows) };
  });
}

/** Deletes ended deliveries and their attempts 30 days after they were scheduled. */
export async function forgetDeliveries(db: Kysely<unknown>): Promise<void> {
  for (let forgotten = FORGOTTEN_AT_ONCE; forgotten === FORGOTTEN_AT_ONCE; ) {
    const { numAffectedRows } = await sql`
      delete from delivery where delivery_id in (
        select delivery_id from delivery
        where created_at < now() - ${sql.lit(KEPT_DAYS)} * interval '1 day' and status <> 'pending'
        limit ${sql.lit(FORGOTTEN_AT_ONCE)})`.execute(db);
    forgotten = Number(numAffectedRows);
  }
}

/** Reports waiting deliveries and the state of webhooks as metrics. */
export function observeDeliveries({ db, keyring: { head } }: WebhooksParts, { stops }: ReadModel): void {
  const sums = {
    'styling.webhook.delivery.overdue': sql`
      select greatest(0, coalesce(extract(epoch from now() - min(d.next_attempt_at)), 0))::float8 as value
      from delivery d join webhook w on w.webhook_id = d.webhook_id
      where d.status = 'pending' and w.status = 'enabled' and w.failing_since is null and not exists (
        select from delivery sent
        where sent.webhook_id = w.webhook_id and sent.lease is not null and sent.next_attempt_at > now())`,
    'styling.webhook.deliveries.pending': sql`select count(*)::float8 as value from delivery where status = 'pending'`,
    'styling.webhook.disabled': sql`
      select count(*)::float8 as value from webhook where status = 'disabled' and disabled_reason <> 'requested'`,
    'styling.webhook.other_key': sql`
      select count(*)::float8 as value from webhook where substring(sealed from 1 for ${head.length}) <> ${head}`,
  } as const;
  for (const [metric, sum] of Object.entries(sums)) {
    const read = async () => {
      const { rows } = await (sum as RawBuilder<{ value: number }>).execute(db);
      return [[rows[0]?.value ?? 0, {}]] as const;
    };
    stops({ stop: observe(metric as keyof typeof sums, read) });
  }
}
