import { idFrom, limits, type StoredWebhook } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { disableWebhook } from '../deliveries/attempts.ts';
import type { WebhooksTables, WebhookTable } from '../tables.ts';
import {
  type Keyring,
  openSettings,
  SECRET_BYTES,
  type Settings,
  sealSettings,
  secretFrom,
  withSecret,
} from './sealed-settings.ts';

/** Tests are events of a log that is kept for ever: one in so many seconds is enough. */
const PAUSE_S = 10;

/** What webhooks are made of. */
export type WebhookStore = {
  readonly db: Kysely<WebhooksTables>;
  readonly keyring: Keyring;
  readonly clock: () => Date;
  readonly random: (bytes: number) => Uint8Array;
};

type Row = Selectable<WebhookTable>;
type Owned = { readonly user_id: string; readonly webhook_id: string };
type Given = Pick<StoredWebhook, 'url' | 'description'> & { readonly events: readonly string[] };

/** Makes a webhook of a user, exactly within the limit of webhooks. @throws ServiceError `too_many_webhooks` */
export async function createWebhook(
  { db, keyring, clock, random }: WebhookStore,
  { user_id, key_id, url, events, description }: Given & { readonly user_id: string; readonly key_id: string },
): Promise<{ webhook: StoredWebhook; secret: string }> {
  const webhook_id = idFrom('whk', random(12));
  const secret = secretFrom(random(SECRET_BYTES));
  const sealed = sealSettings(
    keyring,
    { user_id, webhook_id },
    { url, description, secrets: [{ secret, until: null }] },
  );
  const row = await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || '/webhooks/' || ${user_id}, 0))`.execute(
      trx,
    );
    const { held } = await trx
      .selectFrom('webhook')
      .select(({ fn }) => fn.countAll<string>().as('held'))
      .where('user_id', '=', user_id)
      .executeTakeFirstOrThrow();
    if (Number(held) >= limits.webhooks) throw new ServiceError('too_many_webhooks');
    const created = { webhook_id, user_id, key_id, events: unique(events), sealed, created_at: clock() };
    return trx
      .insertInto('webhook')
      .values({ ...created, status: 'enabled' })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
  return { webhook: toStored(keyring, row), secret };
}

/** All webhooks of a user, oldest first. */
export async function listWebhooks({ db, keyring }: WebhookStore, user_id: string): Promise<StoredWebhook[]> {
  const rows = await db
    .selectFrom('webhook')
    .selectAll()
    .where('user_id', '=', user_id)
    .orderBy('created_at')
    .orderBy('webhook_id')
    .execute();
  return rows.map((row) => toStored(keyring, row));
}

/** @throws ServiceError `webhook_not_found`, also for another user's */
export async function findWebhook(db: Kysely<WebhooksTables>, { user_id, webhook_id }: Owned): Promise<Row> {
  const row = await db
    .selectFrom('webhook')
    .selectAll()
    .where('webhook_id', '=', webhook_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  if (!row) throw new ServiceError('webhook_not_found');
  return row;
}

/** {@link findWebhook} and locks it, before any of its deliveries, until `trx` ends. */
export async function lockWebhook(trx: Transaction<WebhooksTables>, owned: Owned): Promise<Row> {
  await sql`select from webhook where webhook_id = ${owned.webhook_id} for no key update`.execute(trx);
  return findWebhook(trx, owned);
}

/** {@link lockWebhook} of one that deliveries can be scheduled for. @throws ServiceError also `webhook_disabled` */
export async function lockEnabledWebhook(trx: Transaction<WebhooksTables>, owned: Owned): Promise<Row> {
  const row = await lockWebhook(trx, owned);
  if (row.status !== 'enabled') throw new ServiceError('webhook_disabled');
  return row;
}

/** Changes what is given. Enabled again, a webhook begins without failures; disabled, what is on its way has failed. */
export async function changeWebhook(
  { db, keyring }: WebhookStore,
  owned: Owned,
  change: { [Name in keyof Given]?: Given[Name] | undefined } & { readonly enabled?: boolean | undefined },
): Promise<StoredWebhook> {
  const { url, description, events, enabled } = change;
  return db.transaction().execute(async (trx) => {
    const row = await lockWebhook(trx, owned);
    const settings = openSettings(keyring, row);
    const sealed = sealSettings(keyring, row, {
      ...settings,
      url: url ?? settings.url,
      description: description ?? settings.description,
    });
    const isEnabling = enabled === true && row.status !== 'enabled';
    await trx
      .updateTable('webhook')
      .set({
        sealed,
        events: events ? unique(events) : row.events,
        ...(isEnabling && { status: 'enabled' as const, disabled_reason: null, disabled_at: null, is_announced: true }),
        ...(isEnabling && { failing_since: null, failures: 0 }),
      })
      .where('webhook_id', '=', row.webhook_id)
      .execute();
    if (enabled === false) await disableWebhook(trx, row.webhook_id, 'requested');
    return toStored(keyring, await findWebhook(trx, owned));
  });
}

/** Deletes a webhook with its deliveries. @throws ServiceError `webhook_not_found` */
export async function deleteWebhook({ db }: WebhookStore, { user_id, webhook_id }: Owned): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('webhook')
    .where('webhook_id', '=', webhook_id)
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw new ServiceError('webhook_not_found');
}

/** Replaces the secret; the earlier ones sign for `overlapSeconds` more. */
export async function rotateSecret(
  { db, keyring, clock, random }: WebhookStore,
  owned: Owned,
  overlapSeconds: number,
): Promise<{ secret: string; previous_expires_at: string }> {
  const secret = secretFrom(random(SECRET_BYTES));
  const now = clock();
  const until = new Date(now.getTime() + overlapSeconds * 1000);
  await db.transaction().execute(async (trx) => {
    const row = await lockWebhook(trx, owned);
    await reseal(trx, keyring, row, withSecret(openSettings(keyring, row), secret, until, now));
  });
  return { secret, previous_expires_at: until.toISOString() };
}

/** Stores settings, sealed with the first key. */
export async function reseal(
  trx: Transaction<WebhooksTables>,
  keyring: Keyring,
  row: Owned,
  settings: Settings,
): Promise<void> {
  const sealed = sealSettings(keyring, row, settings);
  await trx.updateTable('webhook').set({ sealed }).where('webhook_id', '=', row.webhook_id).execute();
}

/** A webhook as its user sees it, without its secret. @throws SealError */
export function toStored(keyring: Keyring, row: Row): StoredWebhook {
  const { url, description } = openSettings(keyring, row);
  const { webhook_id, events, status, disabled_reason, created_at, failing_since } = row;
  return {
    webhook_id,
    url,
    events,
    description,
    status,
    disabled_reason,
    created_at: created_at.toISOString(),
    failing_since: failing_since?.toISOString() ?? null,
  };
}

const unique = (events: readonly string[]): string[] => [...new Set(events)];

/** The request whose test it is: an earlier one if the webhook was tested just before. */
type Test = { readonly key_id: string; readonly request_id: string };

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
