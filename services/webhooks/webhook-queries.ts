import { publish } from '@styling/bus';
import * as contracts from '@styling/contracts';
import type { ReadModel } from '@styling/projections';
import { ServiceError } from '@styling/service';
import { type Kysely, sql, type Transaction } from 'kysely';
import { disableWebhook } from './deliveries/attempts.ts';
import { checkAddress } from './deliveries/check-address.ts';
import type { WebhooksParts } from './deliveries/run-sender.ts';
import { eventIdOf } from './fold-events.ts';
import { type Keyring, SECRET_BYTES, SealError, secretFrom, withSecret } from './sealed-settings.ts';

/** Tests are events of a log that is kept for ever: one in so many seconds is enough. */
const TEST_PAUSE_S = 10;
const PAGE = 100;

type Owned = { readonly user_id: string; readonly webhook_id: string };

type WebhookRow = Owned & {
  readonly key_id: string;
  readonly events: string[];
  readonly sealed: Buffer;
  readonly status: 'enabled' | 'disabled';
  readonly disabled_reason: 'requested' | 'failing' | 'gone' | null;
  readonly disabled_at: Date | null;
  readonly created_at: Date;
  readonly failing_since: Date | null;
};

/** Answers webhook queries, on any replica, each including what was answered before. */
export function answerWebhookQueries(parts: WebhooksParts, { answer }: ReadModel): void {
  const { bus, db, clock, keyring, random, policy } = parts;
  answer(contracts.createWebhook, async ({ user_id, key_id, url, events, description }) => {
    checkAddress(url, policy);
    const webhook_id = contracts.idFrom('whk', random(12));
    const secret = secretFrom(random(SECRET_BYTES));
    const sealed = keyring.seal({ url, description, secrets: [{ secret, until: null }] }, { user_id, webhook_id });
    const row = await db.transaction().execute(async (trx) => {
      const lock = sql`hashtextextended(current_schema() || '/webhooks/' || ${user_id}, 0)`;
      await sql`select pg_advisory_xact_lock(${lock})`.execute(trx);
      const { rows } = await sql<WebhookRow>`
        insert into webhook (webhook_id, user_id, key_id, events, sealed, created_at, status)
        select ${webhook_id}, ${user_id}, ${key_id}, ${unique(events)}::text[], ${sealed}::bytea, ${clock()}::timestamptz,
          'enabled'
        where (select count(*) from webhook where user_id = ${user_id}) < ${contracts.limits.webhooks}
        returning *`.execute(trx);
      return rows[0];
    });
    if (!row) throw new ServiceError('too_many_webhooks');
    return { webhook: toStored(keyring, row), secret };
  });
  answer(contracts.listWebhooks, async ({ user_id }) => {
    const { rows } = await sql<WebhookRow>`
      select * from webhook where user_id = ${user_id} order by created_at, webhook_id`.execute(db);
    return { webhooks: rows.map((row) => toStored(keyring, row)) };
  });
  answer(contracts.getWebhook, async (owned) => ({ webhook: toStored(keyring, await findWebhook(db, owned)) }));
  answer(contracts.changeWebhook, async ({ url, events, description, enabled, ...owned }) => {
    if (url !== undefined) checkAddress(url, policy);
    return db.transaction().execute(async (trx) => {
      const row = await findWebhook(trx, owned, LOCKED);
      const settings = keyring.open(row);
      const changed = { url: url ?? settings.url, description: description ?? settings.description };
      await sql`
        update webhook set sealed = ${keyring.seal({ ...settings, ...changed }, row)},
          events = ${unique(events ?? row.events)}
        where webhook_id = ${row.webhook_id}`.execute(trx);
      if (enabled === true) {
        await sql`
          update webhook set status = 'enabled', disabled_reason = null, disabled_at = null, is_announced = true,
            failing_since = null, failures = 0
          where webhook_id = ${row.webhook_id} and status <> 'enabled'`.execute(trx);
      }
      if (enabled === false) await disableWebhook(trx, row.webhook_id, 'requested');
      return { webhook: toStored(keyring, await findWebhook(trx, owned)) };
    });
  });
  answer(contracts.deleteWebhook, async ({ user_id, webhook_id }) => {
    const { numAffectedRows } = await sql`
      delete from webhook where webhook_id = ${webhook_id} and user_id = ${user_id}`.execute(db);
    if (numAffectedRows === 0n) throw new ServiceError('webhook_not_found');
    return {};
  });
  answer(contracts.rotateSecret, async ({ overlap_seconds, ...owned }) => {
    const secret = secretFrom(random(SECRET_BYTES));
    const now = clock();
    const until = new Date(now.getTime() + overlap_seconds * 1000);
    await db.transaction().execute(async (trx) => {
      const row = await findWebhook(trx, owned, LOCKED);
      const sealed = keyring.seal(withSecret(keyring.open(row), secret, until, now), row);
      await sql`update webhook set sealed = ${sealed} where webhook_id = ${row.webhook_id}`.execute(trx);
    });
    return { secret, previous_expires_at: until.toISOString() };
  });
  answer(contracts.testWebhook, async (asked) => {
    const { user_id, webhook_id } = asked;
    const isRecent = sql`tested_at > now() - ${TEST_PAUSE_S} * interval '1 s'`;
    // The request whose test it is: an earlier one if the webhook was tested just before.
    const { rows } = await sql<{ key_id: string; request_id: string }>`
      update webhook set
        test_request_id = case when ${isRecent} then test_request_id else ${asked.request_id} end,
        tested_at = case when ${isRecent} then tested_at else now() end
      where webhook_id = ${webhook_id} and user_id = ${user_id} and status = 'enabled'
      returning key_id, test_request_id as request_id`.execute(db);
    const [test] = rows;
    if (!test) {
      await findWebhook(db, asked);
      throw new ServiceError('webhook_disabled');
    }
    const data = { user_id, webhook_id, ...test };
    const event = contracts.createEvent(contracts.webhookTestRequested, '/services/webhooks', clock(), data);
    await publish(bus, event);
    return { event_id: eventIdOf(event.id) };
  });
}

/** Locks a webhook before any of its deliveries until the transaction ends. */
const LOCKED = sql`for no key update`;

/** @throws ServiceError `webhook_not_found`, also for another user's */
export async function findWebhook(
  db: Kysely<unknown>,
  { user_id, webhook_id }: Owned,
  locked = sql``,
): Promise<WebhookRow> {
  const { rows } = await sql<WebhookRow>`
    select * from webhook where webhook_id = ${webhook_id} and user_id = ${user_id} ${locked}`.execute(db);
  if (!rows[0]) throw new ServiceError('webhook_not_found');
  return rows[0];
}

/** {@link findWebhook}, locked, of one that deliveries can be scheduled for. @throws ServiceError also `webhook_disabled` */
export async function lockEnabledWebhook(trx: Transaction<unknown>, owned: Owned): Promise<WebhookRow> {
  const row = await findWebhook(trx, owned, LOCKED);
  if (row.status !== 'enabled') throw new ServiceError('webhook_disabled');
  return row;
}

function toStored(keyring: Keyring, row: WebhookRow): contracts.StoredWebhook {
  const { url, description } = keyring.open(row);
  const { webhook_id, events, status, disabled_reason, created_at, failing_since } = row;
  const moments = { created_at: created_at.toISOString(), failing_since: failing_since?.toISOString() ?? null };
  return { webhook_id, url, events, description, status, disabled_reason, ...moments };
}

const unique = (events: readonly string[]): string[] => [...new Set(events)];

/** Publishes that webhooks were disabled, until each event is in the log, under the same id however often published. */
export async function announceDisabled({ bus, db, clock }: WebhooksParts): Promise<void> {
  const { rows } = await sql<Owned & { key_id: string; reason: 'failing' | 'gone'; disabled_at: Date }>`
    select webhook_id, user_id, key_id, disabled_reason as reason, disabled_at from webhook
    where not is_announced limit ${PAGE}`.execute(db);
  for (const { disabled_at, ...about } of rows) {
    const data = { ...about, disabled_at: disabled_at.toISOString() };
    await publish(bus, contracts.createEvent(contracts.webhookDisabled, '/services/webhooks', clock(), data));
    await sql`
      update webhook set is_announced = true
      where webhook_id = ${about.webhook_id} and disabled_at = ${disabled_at}`.execute(db);
  }
}

/**
 * Seals again with the first key what another has sealed, so that the others can be retired. Reports rows whose key is
 * missing, and leaves them as they are. @returns numbers of both
 */
export async function resealWebhooks({ db, keyring, log }: Pick<WebhooksParts, 'db' | 'keyring' | 'log'>) {
  let [resealed, unreadable] = [0, 0];
  const { rows } = await sql<WebhookRow>`
    select * from webhook where substring(sealed from 1 for ${keyring.head.length}) <> ${keyring.head}`.execute(db);
  for (const row of rows) {
    try {
      // Unless it was changed meanwhile, which seals it as well.
      await sql`
        update webhook set sealed = ${keyring.seal(keyring.open(row), row)}
        where webhook_id = ${row.webhook_id} and sealed = ${row.sealed}`.execute(db);
      resealed++;
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
      log.error({ err: error, webhook_id: row.webhook_id }, 'webhook cannot be decrypted');
      unreadable++;
    }
  }
  if (resealed > 0) log.info({ resealed }, 'webhooks encrypted with the first key');
  return { resealed, unreadable };
}
