import { observe } from '@styling/telemetry';
import { type Kysely, sql } from 'kysely';
import type { Keyring } from '../endpoints/keyring.ts';
import type { WebhooksTables } from '../tables.ts';

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
