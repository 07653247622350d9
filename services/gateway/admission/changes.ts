import { reachDatabase } from '@styling/database';
import { ServiceError } from '@styling/service';
import { sql } from 'kysely';
import type { GatewayDependencies } from '../dependencies.ts';
import { changesOn, dayOf, mostChanges, secondsToReset } from './admission.ts';

/** Events that a change can leave in the log for ever, charged in advance: revoking and deleting is never refused. */
export const changesOf = {
  /** `key.created`, `key.revoked`, the roll-up of its reads. */
  key: 3,
  /** `asset.created`, `asset.used`, `asset.deleted`. */
  asset: 3,
  /** The roll-up of its reads. */
  session: 1,
  /** `webhook.disabled`, once it is made or enabled. */
  webhook: 1,
  webhookTest: 1,
} as const;

/** How often the limit may be reached to sign in by passkey and replace a key, after a leaked key has used it up. */
export const OWNERS_SHARE = 2;

/**
 * Counts changes toward their user's day, before they are made; exact under any race, by the lock of the user's row.
 * @param times how often the limit may be reached, 1 or {@link OWNERS_SHARE}
 * @throws ServiceError `too_many_changes`, with the seconds until midnight UTC, and nothing is counted; `unavailable`
 */
export async function countChanges(
  { db, clock, dailyLimit }: Pick<GatewayDependencies, 'db' | 'clock' | 'dailyLimit'>,
  user_id: string,
  changes: number,
  times = 1,
): Promise<void> {
  const now = clock();
  const day = dayOf(now);
  const daily = sql`coalesce((select l.daily from user_limit as l where l.user_id = ${user_id}), ${dailyLimit})`;
  const after = sql`${changesOn(day, sql`a`)} + excluded.changes`;
  const { rows } = await reachDatabase(() =>
    sql`
      insert into admission as a (user_id, day, used, changes, changes_day)
      values (${user_id}, ${day}::date, 0, ${changes}, ${day}::date)
      on conflict (user_id) do update set
        changes_day = greatest(a.changes_day, excluded.changes_day), changes = ${after}
      where ${after} <= ${times} * ${mostChanges(daily)}
      returning a.user_id`.execute(db),
  );
  if (rows.length === 0) throw new ServiceError('too_many_changes', { retry_after: secondsToReset(now) });
}
