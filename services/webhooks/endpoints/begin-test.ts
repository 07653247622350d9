import { ServiceError } from '@styling/service';
import { type Kysely, sql } from 'kysely';
import type { WebhooksTables } from '../tables.ts';
import { findWebhook } from './webhook-store.ts';

/** Tests are events of a log that is kept for ever: one in so many seconds is enough. */
const PAUSE_S = 10;

/** The request whose test it is: an earlier one if the webhook was tested just before. */
export type Test = { readonly key_id: string; readonly request_id: string };

/** Begins a test of a webhook, or finds the one of just before. @throws ServiceError `webhook_not_found`, `webhook_disabled` */
export async function beginTest(
  db: Kysely<WebhooksTables>,
  { user_id, webhook_id, request_id }: { user_id: string; webhook_id: string; request_id: string },
): Promise<Test> {
  const isRecent = sql`tested_at > now() - ${PAUSE_S} * interval '1 s'`;
  const { rows } = await sql<Test>`
    update webhook set
      test_request_id = case when ${isRecent} then test_request_id else ${request_id} end,
      tested_at = case when ${isRecent} then tested_at else now() end
    where webhook_id = ${webhook_id} and user_id = ${user_id} and status = 'enabled'
    returning key_id, test_request_id as request_id`.execute(db);
  if (rows[0]) return rows[0];
  await findWebhook(db, { user_id, webhook_id });
  throw new ServiceError('webhook_disabled');
}
