import { type Kysely, sql } from 'kysely';
import type { WebhooksTables } from '../tables.ts';

const KEPT_DAYS = 30;
const AT_ONCE = 10_000;

/** Deletes deliveries that have ended, with their attempts, 30 days after they were scheduled. @returns how many */
export async function forgetDeliveries(db: Kysely<WebhooksTables>): Promise<number> {
  for (let forgotten = 0; ; ) {
    const { numAffectedRows = 0n } = await sql`
      delete from delivery where delivery_id in (
        select delivery_id from delivery
        where created_at < now() - ${sql.lit(KEPT_DAYS)} * interval '1 day' and status <> 'pending'
        limit ${sql.lit(AT_ONCE)})`.execute(db);
    forgotten += Number(numAffectedRows);
    if (numAffectedRows < AT_ONCE) return forgotten;
  }
}
