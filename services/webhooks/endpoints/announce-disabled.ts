import { type Bus, publish } from '@styling/bus';
import { createEvent, webhookDisabled } from '@styling/contracts';
import type { WebhookStore } from './webhook-store.ts';

const SOURCE = '/services/webhooks';
const AT_ONCE = 100;

/**
 * Publishes that webhooks were disabled, once they are: the row remembers until the event is in the log, whose id is the same
 * however often it is published.
 */
export async function announceDisabled({ db, clock }: Pick<WebhookStore, 'db' | 'clock'>, bus: Bus): Promise<void> {
  const rows = await db
    .selectFrom('webhook')
    .select(['webhook_id', 'user_id', 'key_id', 'disabled_reason', 'disabled_at'])
    .where('is_announced', '=', false)
    .limit(AT_ONCE)
    .execute();
  for (const { disabled_reason, disabled_at, ...of } of rows) {
    if (disabled_at === null || (disabled_reason !== 'failing' && disabled_reason !== 'gone')) continue;
    const data = { ...of, reason: disabled_reason, disabled_at: disabled_at.toISOString() };
    await publish(bus, createEvent(webhookDisabled, SOURCE, clock(), data));
    await db
      .updateTable('webhook')
      .set({ is_announced: true })
      .where('webhook_id', '=', of.webhook_id)
      .where('disabled_at', '=', disabled_at)
      .execute();
  }
}
