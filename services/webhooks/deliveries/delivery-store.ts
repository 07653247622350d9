import { deliveryId, type StoredDelivery } from '@styling/contracts';
import { pageOf } from '@styling/projections';
import { ServiceError } from '@styling/service';
import { observe } from '@styling/telemetry';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { Keyring } from '../endpoints/sealed-settings.ts';
import { findWebhook, lockEnabledWebhook } from '../endpoints/webhook-store.ts';
import { deliveryIdOf } from '../schedule-deliveries.ts';
import type { WebhooksTables } from '../tables.ts';

const KEPT_DAYS = 30;
const FORGOTTEN_AT_ONCE = 10_000;

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
  const after = parseCursor(page.cursor);
  await findWebhook(db, page);
  const { rows } = await sql<StoredDelivery & { place: string }>`
    select ${STORED}, d.created_at::text as place from delivery d
    where d.webhook_id = ${webhook_id} and (${status}::text is null or d.status = ${status})
      and (d.created_at, d.delivery_id) < (${after?.created_at ?? 'infinity'}::timestamptz, ${after?.delivery_id ?? ''})
    order by d.created_at desc, d.delivery_id desc limit ${limit + 1}`.execute(db);
  const { items, next_cursor } = pageOf(rows, limit, ({ place, delivery_id }) =>
    writeCursor({ created_at: place, delivery_id }),
  );
  return { deliveries: items.map(({ place, ...delivery }) => delivery), next_cursor };
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

/** Position after a delivery in the order of its webhook's. */
type Cursor = {
  /** Time as Postgres writes it, to the microsecond. */
  readonly created_at: string;
  readonly delivery_id: string;
};

const parts = z.tuple([
  z.string().regex(/^[1-9]\d{3}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?$/),
  deliveryId,
]);

/** The cursor that continues after a delivery; opaque to clients. */
const writeCursor = ({ created_at, delivery_id }: Cursor): string =>
  Buffer.from(`${created_at}/${delivery_id}`).toString('base64url');

/** Reads a cursor that a client sent back. @throws ServiceError `invalid_cursor` */
function parseCursor(text: string | null): Cursor | null {
  if (text === null) return null;
  const { data } = parts.safeParse(Buffer.from(text, 'base64url').toString().split('/'));
  if (!data || Number.isNaN(Date.parse(data[0].replace(/([+-]\d\d)$/, '$1:00')))) {
    throw new ServiceError('invalid_cursor', { field: 'cursor' });
  }
  return { created_at: data[0], delivery_id: data[1] };
}

/** Deletes deliveries that have ended, with their attempts, 30 days after they were scheduled. @returns how many */
export async function forgetDeliveries(db: Kysely<WebhooksTables>): Promise<number> {
  for (let forgotten = 0; ; ) {
    const { numAffectedRows = 0n } = await sql`
      delete from delivery where delivery_id in (
        select delivery_id from delivery
        where created_at < now() - ${sql.lit(KEPT_DAYS)} * interval '1 day' and status <> 'pending'
        limit ${sql.lit(FORGOTTEN_AT_ONCE)})`.execute(db);
    forgotten += Number(numAffectedRows);
    if (numAffectedRows < FORGOTTEN_AT_ONCE) return forgotten;
  }
}

type Sum = { value: number };

/** Reports what waits to be delivered, and the state of webhooks, as metrics. @returns a function that ends it */
export function observeDeliveries(db: Kysely<WebhooksTables>, { head }: Keyring): () => void {
  const ofDatabase = (read: ReturnType<typeof sql<Sum>>) => async () =>
    [[(await read.execute(db)).rows[0]?.value ?? 0, {}]] as const;
  const ends = [
    observe(
      'styling.webhook.delivery.overdue',
      ofDatabase(sql<Sum>`
        select greatest(0, coalesce(extract(epoch from now() - min(d.next_attempt_at)), 0))::float8 as value
        from delivery d join webhook w on w.webhook_id = d.webhook_id
        where d.status = 'pending' and w.status = 'enabled' and w.failing_since is null and not exists (
          select from delivery sent
          where sent.webhook_id = w.webhook_id and sent.lease is not null and sent.next_attempt_at > now())`),
    ),
    observe(
      'styling.webhook.deliveries.pending',
      ofDatabase(sql<Sum>`select count(*)::float8 as value from delivery where status = 'pending'`),
    ),
    observe(
      'styling.webhook.disabled',
      ofDatabase(sql<Sum>`
        select count(*)::float8 as value from webhook where status = 'disabled' and disabled_reason <> 'requested'`),
    ),
    observe(
      'styling.webhook.other_key',
      ofDatabase(sql<Sum>`
        select count(*)::float8 as value from webhook where substring(sealed from 1 for ${head.length}) <> ${head}`),
    ),
  ];
  return () => {
    for (const end of ends) end();
  };
}
