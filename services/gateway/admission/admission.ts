import { limits } from '@styling/contracts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { GatewayTables } from '../tables.ts';

/** A request for one of its user's slots and a part of the day. */
export type Candidate = {
  readonly request_id: string;
  readonly user_id: string;
  readonly key_id: string;
  readonly endpoint: string;
  readonly received_at: Date;
  readonly deadline: Date;
  /** What it takes of the day. */
  readonly cost: number;
};

/** How much of its day a user has used, running requests included, of how much. */
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

/** How many changes a user with the daily limit `daily` may make in a day; see `changes.ts`. */
export const mostChanges = (daily: RawBuilder<unknown>): RawBuilder<number> =>
  sql`greatest(${sql.lit(limits.dailyChanges)}, ${sql.lit(limits.changesPerRequest)}::bigint * ${daily})`;

/** How many of them the row `a` of `admission` counts on `day`; 0 without a row. */
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

/** How many slots are taken, over all users. */
export async function takenSlots(db: Kysely<GatewayTables>): Promise<number> {
  const { taken } = await db
    .selectFrom('running')
    .select(({ fn }) => fn.countAll<number>().as('taken'))
    .executeTakeFirstOrThrow();
  return taken;
}
