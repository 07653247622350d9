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
    const chosen = chooseDeliveries(await sendingAndDue(trx), room);
    if (chosen.length === 0) return [];
    const { rows } = await sql<Claimed>`
      with chosen as (
        select delivery_id, next_attempt_at as due_at from delivery
        where delivery_id = any(${chosen}::text[]) and status = 'pending' and next_attempt_at <= now()
        for update skip locked
      ), claimed as (
        update delivery d set lease = ${lease}, next_attempt_at = now() + ${leaseMs} * interval '1 ms'
        from chosen where d.delivery_id = chosen.delivery_id returning d.*, chosen.due_at
      )
      select c.delivery_id, c.lease, c.webhook_id, w.user_id, w.sealed, c.attempts + 1 as attempt, w.failures,
        ${milliseconds(sql`now() - coalesce(w.failing_since, now())`)} as "failingForMs",
        ${milliseconds(sql`now() - c.due_at`)} as "lateMs",
        case when e.event_id is not null then json_build_object('event_id', e.event_id, 'type', e.type, 'data', e.data,
          'timestamp', to_char(e.time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as event
      from claimed c join webhook w on w.webhook_id = c.webhook_id left join user_event e on e.event_id = c.event_id
      order by c.due_at`.execute(trx);
    return rows;
  });
}

const milliseconds = (interval: ReturnType<typeof sql>) => sql`(extract(epoch from ${interval}) * 1000)::float8`;

/** Concurrent deliveries: per endpoint (1 if its last attempt failed), per user, to all failing endpoints together. */
const sendingBounds = { endpoint: 4, user: 16, failing: 64 };

export type Candidate = {
  /** Null: it is being sent. */
  readonly delivery_id: string | null;
  readonly user_id: string;
  readonly isFailing: boolean;
};

/**
 * What is being sent, then what is due and within the bound of its endpoint, longest waiting first. Each endpoint is
 * found by one step in the index, however many deliveries are due to another.
 */
async function sendingAndDue(trx: Transaction<unknown>): Promise<Candidate[]> {
  const isSending = sql`lease is not null and status = 'pending' and next_attempt_at > now()`;
  const { rows } = await sql<Candidate>`
    with recursive pending (webhook_id) as (
      (select webhook_id from delivery where status = 'pending' order by webhook_id limit 1)
      union all
      select (select d.webhook_id from delivery d where d.status = 'pending' and d.webhook_id > p.webhook_id
        order by d.webhook_id limit 1)
      from pending p where p.webhook_id is not null
    ), candidate as (
      select null as delivery_id, webhook_id, null as due_at from delivery where ${isSending}
      union all
      select due.* from pending p join webhook w on w.webhook_id = p.webhook_id and w.status = 'enabled'
        cross join lateral (
          select delivery_id, webhook_id, next_attempt_at as due_at from delivery
          where webhook_id = w.webhook_id and status = 'pending' and next_attempt_at <= now() order by next_attempt_at
          limit greatest(0, case when w.failing_since is null then ${sendingBounds.endpoint} else 1 end
            - (select count(*) from delivery where webhook_id = w.webhook_id and ${isSending}))
        ) as due
    )
    select delivery_id, user_id, failing_since is not null as "isFailing"
    from candidate join webhook using (webhook_id) order by due_at nulls first`.execute(trx);
  return rows;
}

/** Ids within bounds, of candidates in order: a slow or dead receiver, or a user with many, delays nobody else. */
export function chooseDeliveries(candidates: readonly Candidate[], room: number, bounds = sendingBounds): string[] {
  const byUser = new Map<string, number>();
  let failing = 0;
  const chosen: string[] = [];
  for (const { delivery_id, user_id, isFailing } of candidates) {
    const ofUser = byUser.get(user_id) ?? 0;
    const isFull = ofUser >= bounds.user || (isFailing && failing >= bounds.failing) || chosen.length >= room;
    if (delivery_id !== null && isFull) continue;
    byUser.set(user_id, ofUser + 1);
    if (isFailing) failing++;
    if (delivery_id !== null) chosen.push(delivery_id);
  }
  return chosen;
}
