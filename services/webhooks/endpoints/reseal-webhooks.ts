import type { Logger } from '@styling/telemetry';
import { sql } from 'kysely';
import { openSettings } from './sealed-settings.ts';
import { reseal, type WebhookStore } from './webhook-store.ts';

const PAGE = 100;

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
