import { completedData, limits, type RequestCompleted } from '@styling/contracts';
import { reachDatabase } from '@styling/database';
import { inBatches } from '@styling/service';
import { count, observe } from '@styling/telemetry';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type IdempotencyKey, KEY_LIFE_MS } from '../requests/request-headers.ts';

/** A request for one of its user's slots and a part of the day. */
export type Candidate = {
  readonly request_id: string;
  readonly user_id: string;
  readonly key_id: string;
  readonly endpoint: string;
  readonly received_at: Date;
  readonly deadline: Date;
  /** Cost, in requests of the day. */
  readonly cost: number;
  readonly idempotencyKey?: IdempotencyKey | undefined;
};

/** A user's consumption of the day, running requests included, and its limit. */
export type DayUsed = { readonly used: number; readonly limit: number };

/** `repeats`: in progress as that request; `answered`: repeats a completed one; `key_reused`: of another request. */
export type Admission = DayUsed &
  (
    | { readonly outcome: 'admitted' }
    | { readonly outcome: 'daily_limit' }
    | { readonly outcome: 'key_reused' }
    | { readonly outcome: 'in_progress'; readonly repeats?: string | undefined }
    | { readonly outcome: 'answered'; readonly completed: RequestCompleted['data'] }
  );

/** Requests of a user at once, unless more were granted (spec, "Limits"). */
const DEFAULT_CONCURRENCY = 1;

/** The UTC day of `now`, YYYY-MM-DD: the unit of the daily limit. */
export const dayOf = (now: Date): string => now.toISOString().slice(0, 10);

/** The midnight (UTC) at which the count restarts. */
export const resetAfter = (now: Date): Date => new Date(Date.parse(`${dayOf(now)}T00:00:00.000Z`) + 86_400_000);

/** Seconds until {@link resetAfter}, at least 1. */
export const secondsToReset = (now: Date): number =>
  Math.max(1, Math.ceil((resetAfter(now).getTime() - now.getTime()) / 1000));

/** Maximum changes a day of a user with the daily limit `daily`; see `changes.ts`. */
export const mostChanges = (daily: RawBuilder<unknown>): RawBuilder<number> =>
  sql`greatest(${sql.lit(limits.dailyChanges)}, ${sql.lit(limits.changesPerRequest)}::bigint * ${daily})`;

/** Changes that the row `a` of `admission` counts on `day`; 0 without a row. */
export const changesOn = (day: string, a: RawBuilder<unknown>): RawBuilder<number> =>
  sql`case when ${a}.changes_day >= ${day}::date then ${a}.changes else 0 end`;

/**
 * Admits requests in one statement, by slots before the daily limit; refused ones change nothing. Only an ending frees
 * a slot. An admitted request is also a change, never given back, as its events stay.
 * Exact under any race between gateways: the row lock of `on conflict do update` serialises them, and its `where` sees
 * the row as the previous one left it. If a candidate that the upsert refused fits by `before`, of the statement's
 * snapshot, the row has changed in between. Keys are looked up in the snapshot, too: so a slot is taken only in the
 * version of the row that it has (`xmin`). A key is stored with its slot, so that no crash leaves a key without a
 * request.
 * @param dailyLimit of users without one of their own
 * @returns outcomes in order; undefined: judge it again, as another of its user was judged first, admitted or ended
 */
export async function admit(db: Kysely<unknown>, wanted: readonly Candidate[], now: Date, dailyLimit: number) {
  const day = dayOf(now);
  const column = <Key extends keyof Candidate>(key: Key) => wanted.map((candidate) => candidate[key]);
  const keys = wanted.map(({ idempotencyKey }) => idempotencyKey);
  const before = sql`case when before.day >= ${day}::date then before.used else 0 end`;
  const isSpent = sql`${changesOn(day, sql`before`)} >= ${mostChanges(sql`c.daily`)}`;
  const { rows } = await sql<Judged>`
    with candidate as materialized (
      select distinct on (c.user_id) c.*,
        coalesce(l.daily, ${dailyLimit}) as daily, coalesce(l.concurrency, ${DEFAULT_CONCURRENCY}) as concurrency,
        k.request_id as known_id, k.completed, k.fingerprint = c.fingerprint as is_same
      from unnest(
        ${column('user_id')}::text[], ${column('request_id')}::text[], ${column('key_id')}::text[],
        ${column('endpoint')}::text[], ${column('received_at')}::timestamptz[], ${column('deadline')}::timestamptz[],
        ${column('cost')}::int[], ${keys.map((key) => key?.digest ?? null)}::bytea[],
        ${keys.map((key) => key?.fingerprint ?? null)}::bytea[]
      ) with ordinality
        as c (user_id, request_id, key_id, endpoint, received_at, deadline, cost, key_digest, fingerprint, place)
      left join user_limit as l on l.user_id = c.user_id
      left join lateral (
        select k.request_id, k.completed, k.fingerprint from idempotency_key as k
        left join running as r on r.user_id = k.user_id and r.request_id = k.request_id
        where k.user_id = c.user_id and k.key_digest = c.key_digest
          and k.received_at > ${new Date(now.getTime() - KEY_LIFE_MS)}
          and (k.completed is not null or r.request_id is not null)
      ) as k on true
      order by c.user_id, place
    ),
    admitted as (
      insert into admission as a (user_id, day, used, running, request_id, changes, changes_day)
      select user_id, ${day}::date, cost, 1, request_id, 1, ${day}::date
      from candidate where cost <= daily and known_id is null order by user_id
      on conflict (user_id) do update set
        day = greatest(a.day, excluded.day),
        used = case when a.day >= excluded.day then a.used else 0 end + excluded.used,
        running = a.running + 1, request_id = excluded.request_id,
        changes_day = greatest(a.changes_day, excluded.changes_day), changes = ${changesOn(day, sql`a`)} + 1
      where (
        select a.running < c.concurrency
          and case when a.day >= excluded.day then a.used else 0 end + c.cost <= c.daily
          and ${changesOn(day, sql`a`)} < ${mostChanges(sql`c.daily`)}
          and (c.key_digest is null
            or a.xmin = (select seen.xmin from admission as seen where seen.user_id = a.user_id))
        from candidate as c where c.user_id = a.user_id
      )
      returning a.user_id, a.day, a.used
    ),
    started as (
      insert into running (user_id, request_id, key_id, endpoint, received_at, deadline, cost, day)
      select user_id, request_id, key_id, endpoint, received_at, deadline, cost, day
      from candidate join admitted using (user_id)
    ),
    kept as (
      insert into idempotency_key (user_id, key_digest, fingerprint, request_id, received_at)
      select user_id, key_digest, fingerprint, request_id, received_at
      from candidate join admitted using (user_id) where key_digest is not null order by user_id
      on conflict (user_id, key_digest) do update set
        fingerprint = excluded.fingerprint, request_id = excluded.request_id,
        received_at = excluded.received_at, completed = null
    )
    select c.request_id,
      case
        when not c.is_same then 'key_reused'
        when c.completed is not null then 'answered'
        when c.known_id is not null then 'in_progress'
        when admitted.user_id is not null then 'admitted'
        when before.running >= c.concurrency then 'in_progress'
        when ${before} + c.cost > c.daily or ${isSpent} then 'daily_limit'
        else 'undecided'
      end as outcome,
      coalesce(admitted.used, case when ${isSpent} then greatest(${before}, c.daily) else ${before} end) as used,
      c.daily as limit, c.completed, case when c.is_same then c.known_id end as repeats
    from candidate as c
    left join admitted using (user_id)
    left join admission as before using (user_id)`.execute(db);
  const judged = new Map(rows.map((row) => [row.request_id, row]));
  return wanted.map(({ request_id }) => admissionOf(judged.get(request_id)));
}

type Judged = DayUsed & {
  request_id: string;
  outcome: Admission['outcome'] | 'undecided';
  completed: unknown;
  repeats: string | null;
};

function admissionOf(judged: Judged | undefined): Admission | undefined {
  if (!judged || judged.outcome === 'undecided') return undefined;
  const { outcome, used, limit, completed, repeats } = judged;
  if (outcome === 'answered') return { outcome, used, limit, completed: completedData.parse(completed) };
  if (outcome === 'in_progress' && repeats !== null) return { outcome, used, limit, repeats };
  return { outcome, used, limit };
}

/** Admits for one gateway: candidates that arrive during a statement share the next, as statements bound throughput. */
export function createAdmitter(db: Kysely<unknown>, clock: () => Date, dailyLimit: number) {
  let waiting = 0;
  const judge = inBatches((wanted: readonly Candidate[]) =>
    reachDatabase(() => admit(db, wanted, clock(), dailyLimit)),
  );
  const stopObserving = [
    observe('styling.admission.queue', () => [[waiting, {}]]),
    observe('styling.admission.slots.used', async () => {
      const { rows } = await sql<{ taken: number }>`select count(*) as taken from running`.execute(db);
      return rows.map(({ taken }) => [taken, {}]);
    }),
  ];
  return {
    /** @throws ServiceError `unavailable` */
    async admit(candidate: Candidate): Promise<Admission> {
      waiting++;
      try {
        let admission: Admission | undefined;
        // It ends: each time another request of the user was judged instead.
        while (!admission) admission = await judge(candidate);
        const attributes = { 'styling.admission.outcome': admission.outcome, 'http.route': candidate.endpoint };
        count('styling.admission.decisions', 1, attributes);
        return admission;
      } finally {
        waiting--;
      }
    },
    stop() {
      for (const stop of stopObserving) stop();
    },
  };
}

/** A user and a day, YYYY-MM-DD. */
export type UserDay = { readonly user_id: string; readonly day: string };

/** Consumption of each of these users on its day, in the same order. @param dailyLimit of users without their own */
export async function daysUsed(db: Kysely<unknown>, asked: readonly UserDay[], dailyLimit: number): Promise<DayUsed[]> {
  const { rows } = await sql<DayUsed>`
    select coalesce(a.used, 0) as used, coalesce(l.daily, ${dailyLimit}) as limit
    from unnest(${asked.map(({ user_id }) => user_id)}::text[], ${asked.map(({ day }) => day)}::date[])
      with ordinality as asked (user_id, day, place)
    left join admission as a on a.user_id = asked.user_id and a.day >= asked.day
    left join user_limit as l on l.user_id = asked.user_id
    order by place`.execute(db);
  return rows;
}
