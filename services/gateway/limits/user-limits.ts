import { publish } from '@styling/bus';
import { createEvent, type UserLimitsChanged, userLimitsChanged } from '@styling/contracts';
import { type Kysely, sql } from 'kysely';
import { type GatewayDependencies, SOURCE } from '../dependencies.ts';

/** null: the default. */
export type UserLimits = {
  readonly user_id: string;
  readonly daily: number | null;
  readonly concurrency: number | null;
  readonly changed_at: Date | null;
};

/** Limits granted to a user. */
export async function readLimits(db: Kysely<unknown>, user_id: string): Promise<UserLimits> {
  const { rows } = await sql<UserLimits>`select * from user_limit where user_id = ${user_id}`.execute(db);
  return rows[0] ?? { user_id, daily: null, concurrency: null, changed_at: null };
}

/** Applies changes in log order; idempotent. A row outlives its limits, as an earlier change may be delivered again. */
export async function applyLimits(db: Kysely<unknown>, changes: readonly UserLimitsChanged['data'][]): Promise<void> {
  const column = <Key extends keyof UserLimitsChanged['data']>(key: Key) => changes.map((change) => change[key]);
  await sql`
    insert into user_limit as l (user_id, daily, concurrency, changed_at)
    select distinct on (user_id) user_id, daily, concurrency, changed_at
    from unnest(
      ${column('user_id')}::text[], ${column('daily')}::int[], ${column('concurrency')}::int[],
      ${column('changed_at')}::timestamptz[]
    ) with ordinality as change (user_id, daily, concurrency, changed_at, place)
    order by user_id, place desc
    on conflict (user_id) do update set
      daily = excluded.daily, concurrency = excluded.concurrency, changed_at = excluded.changed_at
    where l.changed_at < excluded.changed_at`.execute(db);
}

export type LimitAdministration = Pick<GatewayDependencies, 'bus' | 'db' | 'clock'>;

/** New limits of a user; an absent one stays, null is the default. */
export type LimitChange = { readonly daily?: number | null; readonly concurrency?: number | null };

/**
 * Changes the limits in the log, then at once in all gateways; dated after every earlier change, whatever the clock.
 * @throws ServiceError `unavailable` when it could not be published; nothing has changed then
 */
export async function changeLimits({ bus, db, clock }: LimitAdministration, user_id: string, change: LimitChange) {
  const { daily, concurrency, changed_at: before } = await readLimits(db, user_id);
  const now = new Date(Math.max(clock().getTime(), (before?.getTime() ?? 0) + 1));
  const limits = { daily, concurrency, ...change };
  const event = createEvent(userLimitsChanged, SOURCE, now, { user_id, ...limits, changed_at: now.toISOString() });
  await publish(bus, event);
  await applyLimits(db, [event.data]);
  return readLimits(db, user_id);
}
