import { type Bus, publish } from '@styling/bus';
import { createEvent, webhookDisabled } from '@styling/contracts';
import type { Logger } from '@styling/telemetry';
import { sql } from 'kysely';
import { openSettings } from './sealed-settings.ts';
import { reseal, type WebhookStore } from './webhook-store.ts';

const PAGE = 100;

/**
 * Publishes that webhooks were disabled, once they are: the row remembers until the event is in the log, whose id is the same
 * however often it is published.
 */
export async function announceDisabled({ db, clock }: Pick<WebhookStore, 'db' | 'clock'>, bus: Bus): Promise<void> {
  const rows = await db
    .selectFrom('webhook')
    .select(['webhook_id', 'user_id', 'key_id', 'disabled_reason', 'disabled_at'])
    .where('is_announced', '=', false)
    .limit(PAGE)
    .execute();
  for (const { disabled_reason, disabled_at, ...of } of rows) {
    if (disabled_at === null || (disabled_reason !== 'failing' && disabled_reason !== 'gone')) continue;
    const data = { ...of, reason: disabled_reason, disabled_at: disabled_at.toISOString() };
    await publish(bus, createEvent(webhookDisabled, '/services/webhooks', clock(), data));
    await db
      .updateTable('webhook')
      .set({ is_announced: true })
      .where('webhook_id', '=', of.webhook_id)
      .where('disabled_at', '=', disabled_at)
      .execute();
  }
}

/**
 * Seals again, with the first key, what another key has sealed: then the others can be taken out of the variable. A row whose
 * key is missing stays as it is, and is reported.
 *
 * @returns how many were sealed again, and how many could not be opened
 */
export async function resealWebhooks(
  { db, keyring }: Pick<WebhookStore, 'db' | 'keyring'>,
  log: Logger,
): Promise<{ resealed: number; unreadable: number }> {
  let [resealed, unreadable, after] = [0, 0, ''];
  for (;;) {
    const { rows } = await sql<{ webhook_id: string }>`
      select webhook_id from webhook
      where webhook_id > ${after} and substring(sealed from 1 for ${keyring.head.length}) <> ${keyring.head}
      order by webhook_id limit ${PAGE}`.execute(db);
    for (const { webhook_id } of rows) {
      const isOpened = await db.transaction().execute(async (trx) => {
        const row = await trx
          .selectFrom('webhook')
          .select(['webhook_id', 'user_id', 'sealed'])
          .where('webhook_id', '=', webhook_id)
          .forNoKeyUpdate()
          .executeTakeFirst();
        if (!row) return true;
        try {
          await reseal(trx, keyring, row, openSettings(keyring, row));
          return true;
        } catch (error) {
          log.error({ err: error, webhook_id }, 'webhook cannot be decrypted');
          return false;
        }
      });
      if (isOpened) resealed++;
      else unreadable++;
    }
    after = rows.at(-1)?.webhook_id ?? after;
    if (rows.length < PAGE) break;
  }
  if (resealed > 0) log.info({ resealed }, 'webhooks encrypted with the first key');
  return { resealed, unreadable };
}
