import { completedData, limits, type RequestCompleted } from '@styling/contracts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type IdempotencyKey, KEY_LIFE_MS } from '../requests/request-headers.ts';
import type { GatewayTables } from '../tables.ts';

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
};

/** A user's consumption of the day, running requests included, and its limit. */
export type DayUsed = { readonly used: number; readonly limit: number };

/** The outcome for a candidate, and the user's day after it. */
export type Admission = DayUsed & { readonly outcome: 'admitted' | 'in_progress' | 'daily_limit' };

/** Another request of the user was admitted or ended meanwhile: the candidate has to be judged again. */
export type Undecided = DayUsed & { readonly outcome: 'undecided' };

/** The outcome of one statement for a candidate; `free`: slots that are left. */
export type Judgement = (Admission | Undecided) & { readonly free: number };

/** Requests of a user at the same time, unless it was granted more (spec, "Limits"). */
const DEFAULT_CONCURRENCY = 1;

/** The UTC day of `now`, YYYY-MM-DD: the unit of the daily limit. */
export const dayOf = (now: Date): string => now.toISOString().slice(0, 10);

/** The midnight (UTC) at which the count restarts. */
export const resetAfter = (now: Date): Date => new Date(Date.parse(`${dayOf(now)}T00:00:00.000Z`) + 86_400_000);

/** Seconds until then, at least 1. */
export const secondsToReset = (now: Date): number =>
  Math.max(1, Math.ceil((resetAfter(now).getTime() - now.getTime()) / 1000));

/** Maximum changes a day of a user with the daily limit `daily`; see `changes.ts`. */
export const mostChanges = (daily: RawBuilder<unknown>): RawBuilder<number> =>
  sql`greatest(${sql.lit(limits.dailyChanges)}, ${sql.lit(limits.changesPerRequest)}::bigint * ${daily})`;

/** Changes that the row `a` of `admission` counts on `day`; 0 without a row. */
export const changesOn = (day: string, a: RawBuilder<unknown>): RawBuilder<number> =>
  sql`case when ${a}.changes_day >= ${day}::date then ${a}.changes else 0 end`;

/**
 * The parts of an admission statement: its `candidates` with their users' limits; the upsert that takes slots for them,
 * `admitted`; the rows of those that run from now on, `started`; and the columns of a {@link Judgement} over `candidate` c
 * joined with `admitted` and the user's row `before` the statement. Further conditions: `unless` of the candidate, `onlyIf` of
 * the row `a`. Only an ending frees a slot, however late it comes. Each admitted request is also a change, which is never given
 * back, as its events stay: a user who has made all changes of a day has, for this statement, used up the day.
 *
 * It is exact under any race between gateways: the row lock of `on conflict do update` serialises them, and its `where` sees
 * the row as the previous one left it. `before` is read from the statement's snapshot: if by that the candidate fits, although
 * the upsert refused it, the row has changed in between.
 *
 * @param dailyLimit of users without one of their own
 */
export function admissionParts(
  candidates: readonly Candidate[],
  now: Date,
  dailyLimit: number,
  unless: RawBuilder<unknown> = sql`false`,
  onlyIf: RawBuilder<unknown> = sql`true`,
) {
  const day = dayOf(now);
  const column = <Key extends keyof Candidate>(key: Key) => candidates.map((candidate) => candidate[key]);
  const before = sql`case when before.day >= ${day}::date then before.used else 0 end`;
  const isSpent = sql`${changesOn(day, sql`before`)} >= ${mostChanges(sql`c.daily`)}`;
  const left = sql`c.concurrency - coalesce(admitted.running, before.running, 0)`;
  return {
    candidates: sql`
      select c.*, coalesce(l.daily, ${dailyLimit}) as daily, coalesce(l.concurrency, ${DEFAULT_CONCURRENCY}) as concurrency
      from unnest(
        ${column('user_id')}::text[], ${column('request_id')}::text[], ${column('key_id')}::text[],
        ${column('endpoint')}::text[], ${column('received_at')}::timestamptz[], ${column('deadline')}::timestamptz[],
        ${column('cost')}::int[]
      ) as c (user_id, request_id, key_id, endpoint, received_at, deadline, cost)
      left join user_limit as l using (user_id)`,
    admitted: sql`
      insert into admission as a (user_id, day, used, running, request_id, changes, changes_day)
      select user_id, ${day}::date, cost, 1, request_id, 1, ${day}::date
      from candidate where cost <= daily and not (${unless}) order by user_id
      on conflict (user_id) do update set
        day = greatest(a.day, excluded.day),
        used = case when a.day >= excluded.day then a.used else 0 end + excluded.used,
        running = a.running + 1, request_id = excluded.request_id,
        changes_day = greatest(a.changes_day, excluded.changes_day), changes = ${changesOn(day, sql`a`)} + 1
      where (
          select a.running < c.concurrency
            and case when a.day >= excluded.day then a.used else 0 end + c.cost <= c.daily
            and ${changesOn(day, sql`a`)} < ${mostChanges(sql`c.daily`)}
          from candidate as c where c.user_id = a.user_id
        )
        and ${onlyIf}
      returning a.user_id, a.day, a.used, a.running`,
    started: sql`
      insert into running (user_id, request_id, key_id, endpoint, received_at, deadline, cost, day)
      select user_id, request_id, key_id, endpoint, received_at, deadline, cost, day
      from candidate join admitted using (user_id)`,
    outcome: sql`
      case
        when admitted.user_id is not null then 'admitted'
        when ${left} <= 0 then 'in_progress'
        when ${before} + c.cost > c.daily or ${isSpent} then 'daily_limit'
        else 'undecided'
      end`,
    state: sql`
      coalesce(admitted.used, case when ${isSpent} then greatest(${before}, c.daily) else ${before} end) as used,
      c.daily as limit, greatest(${left}, 0) as free`,
  };
}

/**
 * Admits requests in one statement. Refused ones change nothing. Slots are checked before the daily limit.
 *
 * @param wanted no two of one user
 * @param dailyLimit of users without one of their own
 * @returns one judgement per candidate, in the same order
 */
export async function admit(
  db: Kysely<GatewayTables>,
  wanted: readonly Candidate[],
  now: Date,
  dailyLimit: number,
): Promise<Judgement[]> {
  const { candidates, admitted, started, outcome, state } = admissionParts(wanted, now, dailyLimit);
  const { rows } = await sql<{ request_id: string } & Judgement>`
    with candidate as materialized (${candidates}), admitted as (${admitted}), started as (${started})
    select c.request_id, ${outcome} as outcome, ${state}
    from candidate as c
    left join admitted using (user_id)
    left join admission as before using (user_id)
  `.execute(db);
  const found = new Map(rows.map(({ request_id, ...judgement }) => [request_id, judgement]));
  return wanted.map((candidate) => {
    const judgement = found.get(candidate.request_id);
    if (!judgement) throw new Error('admission left out a candidate');
    return judgement;
  });
}

/** Number of slots taken, over all users. */
export async function takenSlots(db: Kysely<GatewayTables>): Promise<number> {
  const { taken } = await db
    .selectFrom('running')
    .select(({ fn }) => fn.countAll<number>().as('taken'))
    .executeTakeFirstOrThrow();
  return taken;
}

/**
 * The outcome for a candidate with a key; `repeats`: it is in progress because it is the request of that id; `answered`: it
 * repeats a request that has completed, with that terminal event; `key_reused`: the key was used with a different request.
 */
export type KeyedAdmission =
  | (Admission & { readonly repeats?: string })
  | (DayUsed & { readonly outcome: 'answered'; readonly completed: RequestCompleted['data'] })
  | (DayUsed & { readonly outcome: 'key_reused' });

/**
 * Admits a request unless its user made it before with the same key, and stores the key if it is admitted: in one
 * statement, so that no crash leaves a key without a request.
 *
 * A key is valid for `KEY_LIFE_MS` while its request runs or has completed. It is looked up in the statement's snapshot,
 * which may be older than the user's row: other requests, even one with the same key, may have been admitted meanwhile. So
 * a slot is taken only in the version of the row that the snapshot has (`xmin`); otherwise another request was admitted or
 * ended in between, and the outcome is `undecided`.
 *
 * @param dailyLimit of users without one of their own
 */
export async function admitOnce(
  db: Kysely<GatewayTables>,
  candidate: Candidate,
  { digest, fingerprint }: IdempotencyKey,
  now: Date,
  dailyLimit: number,
): Promise<KeyedAdmission | Undecided> {
  const { user_id, request_id, received_at } = candidate;
  const { candidates, admitted, started, outcome, state } = admissionParts(
    [candidate],
    now,
    dailyLimit,
    sql`exists (select from known)`,
    sql`a.xmin = (select seen.xmin from admission as seen where seen.user_id = a.user_id)`,
  );
  type Row = DayUsed & {
    outcome: (KeyedAdmission | Undecided)['outcome'];
    completed: unknown;
    repeats: string | null;
  };
  const { rows } = await sql<Row>`
    with candidate as materialized (${candidates}),
    known as (
      select k.request_id, k.completed, k.fingerprint = ${fingerprint} as is_same
      from idempotency_key as k
      left join running on running.user_id = k.user_id
        and running.request_id = k.request_id
      where k.user_id = ${user_id} and k.key_digest = ${digest}
        and k.received_at > ${new Date(now.getTime() - KEY_LIFE_MS)}
        and (k.completed is not null or running.request_id is not null)
    ),
    admitted as (${admitted}),
    started as (${started}),
    kept as (
      insert into idempotency_key (user_id, key_digest, fingerprint, request_id, received_at)
      select user_id, ${digest}::bytea, ${fingerprint}::bytea, ${request_id}::text, ${received_at}::timestamptz
      from admitted
      on conflict (user_id, key_digest) do update set
        fingerprint = excluded.fingerprint, request_id = excluded.request_id,
        received_at = excluded.received_at, completed = null
    )
    select
      case
        when known.is_same is null then ${outcome}
        when not known.is_same then 'key_reused'
        when known.completed is null then 'in_progress'
        else 'answered'
      end as outcome,
      ${state}, known.completed,
      case when known.is_same and known.completed is null then known.request_id end as repeats
    from candidate as c
    left join admitted using (user_id)
    left join admission as before using (user_id)
    left join known on true
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error('admission left out its candidate');
  const { outcome: decided, used, limit, completed, repeats } = row;
  if (decided === 'answered') return { outcome: decided, used, limit, completed: completedData.parse(completed) };
  return { outcome: decided, used, limit, ...(repeats !== null && { repeats }) };
}

/** A user and a day, YYYY-MM-DD. */
export type UserDay = { readonly user_id: string; readonly day: string };

/**
 * The consumption of each of these users on its day, in the same order.
 *
 * @param dailyLimit of users without one of their own
 */
export async function daysUsed(
  db: Kysely<GatewayTables>,
  asked: readonly UserDay[],
  dailyLimit: number,
): Promise<DayUsed[]> {
  const { rows } = await sql<DayUsed>`
    select coalesce(a.used, 0) as used, coalesce(l.daily, ${dailyLimit}) as limit
    from unnest(${asked.map(({ user_id }) => user_id)}::text[], ${asked.map(({ day }) => day)}::date[])
      with ordinality as asked (user_id, day, place)
    left join admission as a on a.user_id = asked.user_id and a.day >= asked.day
    left join user_limit as l on l.user_id = asked.user_id
    order by place`.execute(db);
  return rows;
}
