import { type Kysely, sql, type Transaction } from 'kysely';
import type { UserEvent } from '../fold-events.ts';

/** A delivery that is this process's to send, until its lease ends. */
export type Claimed = {
  readonly delivery_id: string;
  readonly lease: string;
  readonly webhook_id: string;
  readonly user_id: string;
  readonly sealed: Buffer;
  /** Number of this attempt, from 1, since the delivery was scheduled. */
  readonly attempt: number;
  /** Since the endpoint's first failure after its last success; 0 if it has not failed. */
  readonly failingForMs: number;
  readonly failures: number;
  readonly lateMs: number;
  /** Null if it is no longer in the feed. */
  readonly event: Pick<UserEvent, 'event_id' | 'type' | 'timestamp' | 'data'> | null;
};

/**
 * Claims at most `room` due deliveries for `leaseMs`, longer than sending takes. Claims of all replicas come one after
 * the other, so that the bounds hold for all together; times are the database's, as clocks differ. `lease`: a new
 * random name.
 */
export function claimDeliveries(db: Kysely<unknown>, room: number, lease: string, leaseMs: number): Promise<Claimed[]> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || '/claim', 0))`.execute(trx);
    const endpoints = await dueEndpoints(trx, sendingBounds.endpoint);
    if (endpoints.length === 0) return [];
    const chosen = chooseDeliveries(endpoints, await sendingNow(trx), room);
    if (chosen.length === 0) return [];
    const { rows } = await sql<Omit<Claimed, 'lease'>>`
      with chosen as (
        select delivery_id, next_attempt_at as due_at from delivery
        where delivery_id = any(${chosen}::text[]) and status = 'pending' and next_attempt_at <= now()
        for update skip locked
      ), claimed as (
        update delivery d set lease = ${lease}, next_attempt_at = now() + ${leaseMs} * interval '1 ms'
        from chosen where d.delivery_id = chosen.delivery_id returning d.*, chosen.due_at
      )
      select c.delivery_id, c.webhook_id, w.user_id, w.sealed, c.attempts + 1 as attempt, w.failures,
        ${milliseconds(sql`now() - coalesce(w.failing_since, now())`)} as "failingForMs",
        ${milliseconds(sql`now() - c.due_at`)} as "lateMs",
        case when e.event_id is not null then json_build_object('event_id', e.event_id, 'type', e.type, 'data', e.data,
          'timestamp', to_char(e.time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as event
      from claimed c join webhook w on w.webhook_id = c.webhook_id left join user_event e on e.event_id = c.event_id
      order by c.due_at`.execute(trx);
    return rows.map((row) => ({ ...row, lease }));
  });
}

const milliseconds = (interval: ReturnType<typeof sql>) => sql`(extract(epoch from ${interval}) * 1000)::float8`;

/** Each endpoint is found by one step in the index, however many deliveries are due to another. */
async function dueEndpoints(trx: Transaction<unknown>, most: number): Promise<DueEndpoint[]> {
  const { rows } = await sql<DueEndpoint>`
    with recursive pending (webhook_id) as (
      (select webhook_id from delivery where status = 'pending' order by webhook_id limit 1)
      union all
      select (select d.webhook_id from delivery d where d.status = 'pending' and d.webhook_id > p.webhook_id
        order by d.webhook_id limit 1)
      from pending p where p.webhook_id is not null
    )
    select w.webhook_id, w.user_id, w.failing_since is not null as "isFailing", sending.number as sending, due.list as due
    from pending p join webhook w on w.webhook_id = p.webhook_id and w.status = 'enabled'
      cross join lateral (
        select json_agg(json_build_object('delivery_id', delivery_id, 'due_at', extract(epoch from next_attempt_at))) as list
        from (select d.delivery_id, d.next_attempt_at from delivery d
          where d.webhook_id = w.webhook_id and d.status = 'pending' and d.next_attempt_at <= now()
          order by d.next_attempt_at limit ${most}) as first
      ) as due
      cross join lateral (
        select count(*)::integer as number from delivery d
        where d.webhook_id = w.webhook_id and d.lease is not null and d.status = 'pending' and d.next_attempt_at > now()
      ) as sending
    where due.list is not null`.execute(trx);
  return rows;
}

async function sendingNow(trx: Transaction<unknown>): Promise<Sending> {
  const { rows } = await sql<{ user_id: string; sending: number; failing: number }>`
    select w.user_id, count(*)::integer as sending,
      (count(*) filter (where w.failing_since is not null))::integer as failing
    from delivery d join webhook w on w.webhook_id = d.webhook_id
    where d.lease is not null and d.status = 'pending' and d.next_attempt_at > now() group by w.user_id`.execute(trx);
  return {
    byUser: new Map(rows.map(({ user_id, sending }) => [user_id, sending])),
    failing: rows.reduce((sum, { failing }) => sum + failing, 0),
  };
}

/** Concurrent deliveries: per endpoint (1 if its last attempt failed), per user, to all failing endpoints together. */
const sendingBounds = { endpoint: 4, user: 16, failing: 64 };

export type DueEndpoint = {
  readonly webhook_id: string;
  readonly user_id: string;
  readonly isFailing: boolean;
  readonly sending: number;
  /** Due deliveries, oldest first, with the times at which they became due. */
  readonly due: readonly { readonly delivery_id: string; readonly due_at: number }[];
};

/** Includes endpoints that have nothing due. */
type Sending = { readonly byUser: ReadonlyMap<string, number>; readonly failing: number };

/** Ids, longest waiting first, within bounds: a slow or dead receiver, or a user with many, delays nobody else. */
export function chooseDeliveries(
  endpoints: readonly DueEndpoint[],
  sending: Sending,
  room: number,
  bounds = sendingBounds,
): string[] {
  const byUser = new Map(sending.byUser);
  let failing = sending.failing;
  const candidates = endpoints
    .flatMap((endpoint) => {
      const free = Math.max(0, (endpoint.isFailing ? 1 : bounds.endpoint) - endpoint.sending);
      return endpoint.due.slice(0, free).map((delivery) => ({ ...delivery, endpoint }));
    })
    .sort((a, b) => a.due_at - b.due_at);
  const chosen: string[] = [];
  for (const { delivery_id, endpoint } of candidates) {
    if (chosen.length >= room) break;
    const ofUser = byUser.get(endpoint.user_id) ?? 0;
    if (ofUser >= bounds.user || (endpoint.isFailing && failing >= bounds.failing)) continue;
    byUser.set(endpoint.user_id, ofUser + 1);
    if (endpoint.isFailing) failing++;
    chosen.push(delivery_id);
  }
  return chosen;
}
